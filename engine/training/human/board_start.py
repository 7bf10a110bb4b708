"""From the payload of a predictor's file back to a board network that can be trained: so a fit continues what ships.

In the file each normalisation is part of the convolution before it. Here it is taken out again: the first positions say how
the numbers of a convolution spread, and the normalisation that leaves them as they are is written beside it.
"""

import numpy as np
import torch
from torch import Tensor, nn

from engine.errors import RatsuError
from engine.human.board_network import HEAD, shape_of
from engine.training.human.board_net import BoardNet


def started_from(payload: bytes, planes: Tensor, known: Tensor) -> BoardNet:
    """A network that says of the positions what the network of `payload` says. `planes` and `known`: some hundred positions, as
    in `board_data.Batch`.

    :raises RatsuError: if the payload is empty or of another size.
    """
    channels, blocks, share = HEAD.unpack_from(payload) if len(payload) >= HEAD.size else (0, 0, 0.0)
    shapes = shape_of(channels, blocks) if channels and blocks else []
    if len(payload) != HEAD.size + sum(rows * (8 + width) for rows, width in shapes) or not shapes:
        raise RatsuError("the predictor has no board network to start from: fit one without --start")
    layers = _layers(payload, shapes)
    net = BoardNet(channels, blocks)
    with torch.no_grad():
        net.share.fill_(share)
        net.gain.fill_(1.0)
        norms = [net.entry_norm]
        _set_convolution(net.entry, net.entry_norm, *layers.pop(0))
        for block in net.blocks:
            for convolution, norm in ((block.first, block.first_norm), (block.second, block.second_norm)):
                _set_convolution(convolution, norm, *layers.pop(0))
                norms.append(norm)
            for linear in (block.gate, block.gates):
                _set(linear, *layers.pop(0))
        for part in (net.source, net.landing):
            _set(part, *layers.pop(0))
        hooks = [norm.register_forward_pre_hook(_spread_of) for norm in norms]
        net.eval()
        net.tower(planes, known)
        for hook in hooks:
            hook.remove()
    return net


def _layers(payload: bytes, shapes: list[tuple[int, int]]) -> list[tuple[Tensor, Tensor]]:
    """Weights, rows x width, and biases of each layer."""
    found, at = [], HEAD.size
    for rows, width in shapes:
        block = np.frombuffer(payload, np.uint8, rows * (4 + width), at).reshape(rows, 4 + width)
        at += rows * (4 + width)
        weights = block[:, :4].copy().view("<f4") * block[:, 4:].copy().view(np.int8)
        found.append((torch.from_numpy(weights), torch.from_numpy(np.frombuffer(payload, "<f4", rows, at).copy())))
        at += 4 * rows
    return found


def _set(part: nn.Linear | nn.Conv2d, weights: Tensor, biases: Tensor) -> None:
    assert part.bias is not None
    part.weight.copy_(weights.reshape(part.weight.shape))
    part.bias.copy_(biases)


def _set_convolution(convolution: nn.Conv2d, norm: nn.BatchNorm2d, weights: Tensor, biases: Tensor) -> None:
    rows, inputs = convolution.weight.shape[:2]
    convolution.weight.copy_(weights.reshape(rows, 3, 3, inputs).permute(0, 3, 1, 2))
    norm.bias.copy_(biases)


def _spread_of(norm: nn.BatchNorm2d, seen: tuple[Tensor]) -> None:
    """Makes the normalisation one that only adds the bias."""
    variance, mean = torch.var_mean(seen[0], (0, 2, 3))
    assert norm.running_mean is not None and norm.running_var is not None
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_(torch.sqrt(variance + norm.eps))
    norm.bias.add_(mean)
