"""Given names, in plain letters: the most frequent ones in public-domain games."""

_GIVEN_WORDS = """
    aaron abraham abram adam adolf adrian alain alan albert alberto alejandro aleksandar aleksander aleksandr alex
    alexandar alexander alexandr alexandre alexandru alexei alexey alfred alfredo allan anatoly anders andras andre
    andreas andrei andrew andrey andrzej angel anish anna anne anthony anton antonio arkady arne aron artem arthur artur
    arturo atanas attila august axel bela bent bernard bernd bernhard berthold bjorn bogdan boris borislav bozidar
    branko brian bruno carel carl carlo carlos cesar charles chris christian christoph christopher claude claudia craig
    cristian csaba dan daniel daniil dario darko david dawid denis diego dieter dimitar dimitri dirk djordje dmitry doug
    dragan dragoljub dusan edgar edmund eduard eduardo edward efim egon einar ekaterina elena emanuel emil emmanuel
    enrico enrique eric erich erik erling ernesto ernst erwin esteban eugene eugenio eva evgeni evgeny fedor felix
    ferenc fernando francisco franciscus francois frank frans frantisek franz fred frederic friedrich fritz frode gary
    gennadi gennady georg george georgi georgios georgy gerald gerhard gert geza giorgi giorgio giuseppe goran gregory
    grigory gudmundur guenter guenther guido guillermo gunnar gustavo guy gyorgy gyula hannes hans harald harold harry
    heikki heinrich heinz helmut hendrik henrik henry henryk herbert herman hermann hikaru holger horst hugo ian igor
    ilia ilya imre iosif irina isaac isaak israel istvan ivan jacek jack jacob jacques james jan jana janis janos jar
    jaroslav javier jean jeno jens jeroen jerzy jesus jim jiri joachim joao joel joerg johan johann johannes john jon
    jonas jonathan jorge jorgen jose josef joseph jozsef juan judit juergen julia julian julio julius jurgen karel karen
    karl karoly keith kenneth kevin kiril klaus konstantin kurt ladislav lajos larry lars laszlo laura lembit leo leon
    leonardo leonid leopold lev levon ljubomir lothar louis lubomir lucas luis luiz lukas magnus manfred manuel marat
    marc marcel marcelo marco marek maria mario mark markus marta martin mathias matthew matthias maurice max maxime
    michael michal miguel mihai mihail mikhail miklos milan milorad miroslav mladen monika natalia neil nenad nicholas
    nicolas nigel nikita nikola nikolai nikolaos nikolay norbert norman olaf oleg olga oliver olivier oscar otto pablo
    pal paolo patrick paul pavel pedro petar peter petr philip philipp pierre piotr poul predrag rafael rainer ralf
    ramon ratmir raul ravi raymond reginald reinhard renato rene ricardo richard rob robert roberto robin rogelio roland
    roman ronald roy ruben rudolf ruslan salomon samuel sandor sebastian sergei sergey sergio sidney siegfried simon
    slobodan smbat solomon srdjan stanislav stefan stefano steffen stephen steve stuart sven tamas tatiana teodor theo
    theodor thomas thorsten tibor tigran tim tom tomas tomasz udo ulrich uwe vadim valentin valerij valery vasily
    vassily veronika vesna viacheslav victor viktor vitaly vladimir vladislav vlastimil walter werner wilfried wilhelm
    willem william wolfgang yaacov yakov yuri yury zbigniew zdenek zdenko zoltan zurab
"""
GIVEN_NAMES = frozenset(_GIVEN_WORDS.split())
"""Without a comma, they show which word of `Kotov Alexander` and `Michael Adams` is the surname."""
