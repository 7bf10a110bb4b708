"""Loss and gradients of the network over a block of training records, in floating point, on one core.

The inputs are so sparse (some 30 of 3,072) that adding rows beats every matrix product: this is what makes training on a
processor quick. Records that follow each other are mostly of one game or of neighbours and share most of their rows, so the
hidden layer is carried on and only what differs is added or taken away. The gradient goes the same way: the hidden gradients
are summed, a row that comes in takes that sum off its own gradient, and adds it when it leaves. The loss is the mean squared
error of the expected score, sigmoid(output), against the mixture of the teacher's score and the game's result that
`engine.training.fit` describes; a test holds it against PyTorch's own gradients.
"""

import cython
from cython.cimports.engine.rules.bitboard import pop_lsb, popcount
from cython.cimports.engine.rules.types import i16, u64
from cython.cimports.engine.training.nnue_gradient_kernel import (
    GRADIENT_BLOCK,
    gradient_add,
    gradient_back,
    gradient_output,
    gradient_rows,
)
from cython.cimports.engine.training.packing import RECORD_SIZE, Record, record_features
from cython.cimports.libc.math import exp
from cython.cimports.libc.string import memcpy, memset


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rows_of(
    bits: cython.pointer(cython.const[u64]), without: cython.pointer(cython.const[u64]), rows: cython.pointer(i16)
) -> cython.int:
    """Writes the numbers of the bits that stand in the first set and not in the second; returns how many."""
    count: cython.int = 0
    word: cython.int
    for word in range(INPUT_WORDS):
        rest: u64 = bits[word] & ~without[word]
        while rest:
            rows[count] = 64 * word + pop_lsb(cython.address(rest))
            count += 1
    return count


def _end(slopes, track):
    """Gives every row of the track, and the bias, its share of the gradient."""
    rows: i16[64]
    nothing: u64[INPUT_WORDS]
    if track.length and slopes.learn:
        memset(nothing, 0, cython.sizeof(nothing))
        count: cython.int = _rows_of(track.present, nothing, rows)
        gradient_rows(slopes.feature_gradient, track.pending, rows, count, 1.0, slopes.hidden)
        unit: cython.int
        for unit in range(slopes.hidden):
            slopes.bias_gradient[unit] += track.pending[unit]
    track.length = 0


def _begin(slopes, track, rows, count):
    """Adds the hidden layer up again."""
    row: cython.int
    _end(slopes, track)
    memset(track.present, 0, cython.sizeof(track.present))
    for row in range(count):
        track.present[rows[row] >> 6] |= cython.cast(u64, 1) << (rows[row] & 63)
    memset(track.pending, 0, slopes.hidden * cython.sizeof(cython.float))
    memcpy(track.values, slopes.bias, slopes.hidden * cython.sizeof(cython.float))
    gradient_add(track.values, slopes.features, rows, count, 1.0, slopes.hidden)
    track.length = 1


def _follow(slopes, track, rows, count):
    """Brings a track to the rows of the next record: by what differs, or again where that is most of them."""
    wanted: u64[INPUT_WORDS]
    came: i16[64]
    left: i16[64]
    row: cython.int
    memset(wanted, 0, cython.sizeof(wanted))
    for row in range(count):
        wanted[rows[row] >> 6] |= cython.cast(u64, 1) << (rows[row] & 63)
    differing: cython.int = 0
    for row in range(INPUT_WORDS):
        differing += popcount(wanted[row] ^ track.present[row])
    if track.length == 0 or track.length >= LONGEST_TRACK or differing >= count:
        _begin(slopes, track, rows, count)
        return
    coming: cython.int = _rows_of(wanted, track.present, came)
    leaving: cython.int = _rows_of(track.present, wanted, left)
    gradient_add(track.values, slopes.features, came, coming, 1.0, slopes.hidden)
    gradient_add(track.values, slopes.features, left, leaving, -1.0, slopes.hidden)
    if slopes.learn:
        gradient_rows(slopes.feature_gradient, track.pending, came, coming, -1.0, slopes.hidden)
        gradient_rows(slopes.feature_gradient, track.pending, left, leaving, 1.0, slopes.hidden)
    memcpy(track.present, wanted, cython.sizeof(wanted))
    track.length += 1


def _position_loss(slopes, record, scale, score_share, base, weight):
    """The squared error of one record (0 if it is no position); adds `weight` times its gradients where they are wanted."""
    own: i16[32]
    other: i16[32]
    men: u8 = 0
    packed: Record
    if not record_features(record, own, other, cython.address(men)):
        return 0.0
    memcpy(cython.address(packed), record, RECORD_SIZE)
    hidden: cython.int = slopes.hidden
    bucket: cython.int = min(max((men - 2) >> 2, 0), 7)
    near: cython.pointer(Track) = cython.address(slopes.tracks[packed.flags & 1])
    far: cython.pointer(Track) = cython.address(slopes.tracks[1 - (packed.flags & 1)])
    _follow(slopes, near, own, men)
    _follow(slopes, far, other, men)
    weights: cython.pointer(cython.const[cython.float]) = slopes.output + 2 * hidden * bucket
    total: cython.double = gradient_output(near.values, weights, hidden)
    total += gradient_output(far.values, weights + hidden, hidden)
    standing: i16 = cython.cast(i16, packed.ply)
    total += slopes.output_bias[bucket] + base * standing / scale
    expected: cython.double = 1.0 / (1.0 + exp(-total))
    told: cython.double = 1.0 / (1.0 + exp(-cython.cast(cython.double, packed.score) / scale))
    target: cython.double = score_share * told + (1.0 - score_share) * 0.5 * packed.result
    error: cython.double = expected - target
    if slopes.learn:
        slope: cython.float = 2.0 * error * expected * (1.0 - expected) * weight
        taught: cython.p_float = slopes.output_gradient + 2 * hidden * bucket
        slopes.output_bias_gradient[bucket] += slope
        gradient_back(near.values, weights, taught, near.pending, slope, hidden)
        gradient_back(far.values, weights + hidden, taught + hidden, far.pending, slope, hidden)
    return error * error


def loss_and_gradients(
    records: cython.const[cython.uchar][:, ::1],
    weights: tuple,
    gradients: tuple | None,
    scale: cython.float,
    score_share: cython.float,
    base: cython.float = 0.0,
) -> float:
    """Mean loss over records (N, 32); adds the gradients of that mean to `gradients`, unless that is None.

    `weights` and `gradients`: float32 buffers of features (inputs, hidden), their bias (hidden), outputs (buckets, 2 * hidden)
    and their bias (buckets). `base`: the share of the classical evaluation, which is where records keep their ply
    (`engine.training.records.add_classical`), that is added to the output. Runs without the GIL.

    :raises ValueError: if the shapes do not fit each other.
    """
    features: cython.const[cython.float][:, ::1] = weights[0]
    bias: cython.const[cython.float][::1] = weights[1]
    output: cython.const[cython.float][:, ::1] = weights[2]
    output_bias: cython.const[cython.float][::1] = weights[3]
    slopes: Slopes
    slopes.learn = gradients is not None
    slopes.tracks[0].length = slopes.tracks[1].length = 0
    slopes.hidden = features.shape[1]
    if features.shape[0] != 64 * INPUT_WORDS:
        raise ValueError(f"{features.shape[0]} inputs: {64 * INPUT_WORDS} are needed")
    if slopes.hidden % GRADIENT_BLOCK or not 0 < slopes.hidden <= MOST_HIDDEN:
        raise ValueError(f"a hidden layer of {slopes.hidden} units: a multiple of {GRADIENT_BLOCK} is needed")
    if records.shape[1] != RECORD_SIZE or bias.shape[0] != slopes.hidden or output.shape[1] != 2 * slopes.hidden:
        raise ValueError("weights or records of shapes that do not fit")
    if output.shape[0] < 8 or output_bias.shape[0] != output.shape[0]:
        raise ValueError("8 output buckets are needed")
    slopes.features = cython.address(features[0, 0])
    slopes.bias = cython.address(bias[0])
    slopes.output = cython.address(output[0, 0])
    slopes.output_bias = cython.address(output_bias[0])
    feature_gradient: cython.float[:, ::1]
    bias_gradient: cython.float[::1]
    output_gradient: cython.float[:, ::1]
    output_bias_gradient: cython.float[::1]
    if gradients is not None:
        feature_gradient, bias_gradient, output_gradient, output_bias_gradient = gradients
        if feature_gradient.shape[0] != features.shape[0] or feature_gradient.shape[1] != features.shape[1]:
            raise ValueError("gradients of another shape than the weights")
        if bias_gradient.shape[0] != bias.shape[0] or output_bias_gradient.shape[0] != output_bias.shape[0]:
            raise ValueError("gradients of another shape than the weights")
        if output_gradient.shape[0] != output.shape[0] or output_gradient.shape[1] != output.shape[1]:
            raise ValueError("gradients of another shape than the weights")
        slopes.feature_gradient = cython.address(feature_gradient[0, 0])
        slopes.bias_gradient = cython.address(bias_gradient[0])
        slopes.output_gradient = cython.address(output_gradient[0, 0])
        slopes.output_bias_gradient = cython.address(output_bias_gradient[0])
    count: cython.Py_ssize_t = records.shape[0]
    if count == 0:
        return 0.0
    weight: cython.float = 1.0 / count
    total: cython.double = 0.0
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(count):
            total += _position_loss(
                cython.address(slopes), cython.address(records[row, 0]), scale, score_share, base, weight
            )
        _end(cython.address(slopes), cython.address(slopes.tracks[0]))
        _end(cython.address(slopes), cython.address(slopes.tracks[1]))
    return total / count
