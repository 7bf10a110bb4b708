BEGIN TRANSACTION;
CREATE TABLE cards (
    key INTEGER NOT NULL, white INTEGER NOT NULL, card TEXT NOT NULL, due INTEGER NOT NULL, seen INTEGER NOT NULL,
    failed INTEGER NOT NULL, PRIMARY KEY (key, white)) WITHOUT ROWID;
CREATE TABLE changes (
    edit INTEGER NOT NULL, number INTEGER NOT NULL, kind INTEGER NOT NULL, key INTEGER NOT NULL, move INTEGER NOT NULL,
    old TEXT, new TEXT, PRIMARY KEY (edit, number)) WITHOUT ROWID;
INSERT INTO "changes" VALUES(1,0,0,5060803636482931868,1804,NULL,'[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0,0,null]');
INSERT INTO "changes" VALUES(1,1,0,-9062197578030825066,2356,NULL,'[null,0,1.0,0.0,0.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0,0,null]');
INSERT INTO "changes" VALUES(1,2,0,595762792459712928,1350,NULL,'[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0,0,null]');
INSERT INTO "changes" VALUES(1,3,0,-3233443880761108323,2745,NULL,'[null,0,1.0,0.0,0.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0,0,null]');
INSERT INTO "changes" VALUES(1,4,0,8704797333742910878,2117,NULL,'[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0,0,null]');
INSERT INTO "changes" VALUES(1,5,0,5409798013178080797,2608,NULL,'[null,0,1.0,0.0,0.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0,0,null]');
INSERT INTO "changes" VALUES(1,6,0,8704797333742910878,2117,'[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0.0,0,null]','[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,-0.25,0,null]');
INSERT INTO "changes" VALUES(1,7,0,595762792459712928,1350,'[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0.0,0,null]','[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,-0.125,0,null]');
INSERT INTO "changes" VALUES(1,8,0,5060803636482931868,1804,'[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0.0,0,null]','[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,-0.08333333333333333,0,null]');
INSERT INTO "changes" VALUES(1,9,0,8704797333742910878,2117,'[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,-0.25,0,null]','[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,-0.25,1,null]');
INSERT INTO "changes" VALUES(2,0,0,5060803636482931868,1804,'[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,-0.08333333333333333,0,null]','[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.08333333333333333,0,null]');
INSERT INTO "changes" VALUES(2,1,0,-9062197578030825066,2356,'[null,0,1.0,0.0,0.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0.0,0,null]','[null,0,1.98,0.0,0.0,null,null,null,null,2,1700000000,0,null,"learning",0,0,0.0,0,null]');
INSERT INTO "changes" VALUES(2,2,0,595762792459712928,1350,'[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,-0.125,0,null]','[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.125,0,null]');
INSERT INTO "changes" VALUES(2,3,0,-3233443880761108323,2745,'[null,0,1.0,0.0,0.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0.0,0,null]','[null,0,1.98,0.0,0.0,null,null,null,null,2,1700000000,0,null,"learning",0,0,0.0,0,null]');
INSERT INTO "changes" VALUES(2,4,0,8704797333742910878,2117,'[null,0,0.0,0.0,1.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,-0.25,1,null]','[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.25,1,null]');
INSERT INTO "changes" VALUES(2,5,0,5409798013178080797,2608,'[null,0,1.0,0.0,0.0,null,null,null,null,1,1700000000,0,null,"learning",0,0,0.0,0,null]','[null,0,1.98,0.0,0.0,null,null,null,null,2,1700000000,0,null,"learning",0,0,0.0,0,null]');
INSERT INTO "changes" VALUES(2,6,0,8704797333742910878,2117,'[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.25,1,null]','[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.475,1,null]');
INSERT INTO "changes" VALUES(2,7,0,595762792459712928,1350,'[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.125,0,null]','[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.2375,0,null]');
INSERT INTO "changes" VALUES(2,8,0,5060803636482931868,1804,'[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.08333333333333333,0,null]','[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.15833333333333333,0,null]');
INSERT INTO "changes" VALUES(2,9,0,8704797333742910878,2117,'[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.475,1,null]','[null,0,0.0,0.0,1.98,null,null,null,null,2,1700000000,0,null,"learning",0,0,-0.475,2,null]');
CREATE TABLE edits (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, who TEXT NOT NULL, label TEXT NOT NULL, game INTEGER,
    state INTEGER NOT NULL DEFAULT 0);
INSERT INTO "edits" VALUES(1,1795339645,'learning','results of game 1',1,0);
INSERT INTO "edits" VALUES(2,1795339645,'learning','results of game 2',2,0);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, played INTEGER NOT NULL, own_white INTEGER NOT NULL, fen TEXT NOT NULL,
    moves TEXT NOT NULL, path TEXT NOT NULL, result TEXT NOT NULL, termination TEXT NOT NULL,
    book_plies INTEGER NOT NULL, evaluations TEXT NOT NULL, opponent TEXT NOT NULL, opponent_elo INTEGER,
    own_elo INTEGER, state INTEGER NOT NULL DEFAULT 0);
INSERT INTO "games" VALUES(1,1700000000,1,'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1','e2e4 e7e5 g1f3 b8c6 f1b5 a7a6','[[5060803636482931868, 1804], [-9062197578030825066, 2356], [595762792459712928, 1350], [-3233443880761108323, 2745], [8704797333742910878, 2117], [5409798013178080797, 2608]]','0-1','abandoned',5,'[]','Club player',NULL,NULL,0);
INSERT INTO "games" VALUES(2,1700000000,1,'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1','e2e4 e7e5 g1f3 b8c6 f1b5 a7a6','[[5060803636482931868, 1804], [-9062197578030825066, 2356], [595762792459712928, 1350], [-3233443880761108323, 2745], [8704797333742910878, 2117], [5409798013178080797, 2608]]','0-1','abandoned',5,'[]','Club player',NULL,NULL,0);
CREATE TABLE lessons (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL, edit INTEGER NOT NULL, time INTEGER NOT NULL, fen TEXT
    NOT NULL, key INTEGER NOT NULL, move INTEGER NOT NULL, text TEXT NOT NULL, flag_before INTEGER, flag_after INTEGER,
    probability_before REAL NOT NULL, probability_after REAL NOT NULL, state INTEGER NOT NULL DEFAULT 0);
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE moves (
    key INTEGER NOT NULL, move INTEGER NOT NULL, flag INTEGER CHECK (flag BETWEEN 0 AND 3), weight INTEGER NOT NULL
    DEFAULT 0, wins REAL NOT NULL DEFAULT 0, draws REAL NOT NULL DEFAULT 0, losses REAL NOT NULL DEFAULT 0,
    evaluation INTEGER, depth INTEGER, engine TEXT, evaluated INTEGER,
    times_played INTEGER NOT NULL DEFAULT 0, last_played INTEGER, locked INTEGER NOT NULL DEFAULT 0, comment TEXT,
    source TEXT, learn INTEGER NOT NULL DEFAULT 0, ordinal INTEGER NOT NULL DEFAULT 0,
    credit REAL NOT NULL DEFAULT 0, barred INTEGER NOT NULL DEFAULT 0, better INTEGER,
    PRIMARY KEY (key, move)) WITHOUT ROWID;
INSERT INTO "moves" VALUES(-9062197578030825066,2356,NULL,0,1.98,0.0,0.0,NULL,NULL,NULL,NULL,2,1700000000,0,NULL,'learning',0,0,0.0,0,NULL);
INSERT INTO "moves" VALUES(-3233443880761108323,2745,NULL,0,1.98,0.0,0.0,NULL,NULL,NULL,NULL,2,1700000000,0,NULL,'learning',0,0,0.0,0,NULL);
INSERT INTO "moves" VALUES(595762792459712928,1350,NULL,0,0.0,0.0,1.98,NULL,NULL,NULL,NULL,2,1700000000,0,NULL,'learning',0,0,-0.2375,0,NULL);
INSERT INTO "moves" VALUES(5060803636482931868,1804,NULL,0,0.0,0.0,1.98,NULL,NULL,NULL,NULL,2,1700000000,0,NULL,'learning',0,0,-1.58333333333333325931e-01,0,NULL);
INSERT INTO "moves" VALUES(5409798013178080797,2608,NULL,0,1.98,0.0,0.0,NULL,NULL,NULL,NULL,2,1700000000,0,NULL,'learning',0,0,0.0,0,NULL);
INSERT INTO "moves" VALUES(8704797333742910878,2117,NULL,0,0.0,0.0,1.98,NULL,NULL,NULL,NULL,2,1700000000,0,NULL,'learning',0,0,-0.475,2,NULL);
CREATE TABLE positions (key INTEGER PRIMARY KEY, comment TEXT, forced INTEGER NOT NULL DEFAULT 0);
CREATE TABLE repertoires (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, white INTEGER NOT NULL, fen TEXT NOT NULL, created
    INTEGER NOT NULL);
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key INTEGER NOT NULL, white INTEGER NOT NULL, time INTEGER NOT NULL, grade
    INTEGER NOT NULL, duration_ms INTEGER NOT NULL, answer TEXT NOT NULL);
CREATE TABLE shelf (path TEXT PRIMARY KEY, place INTEGER NOT NULL, active INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX lessons_by_game ON lessons (game);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('edits',2);
INSERT INTO "sqlite_sequence" VALUES('games',2);
COMMIT;
