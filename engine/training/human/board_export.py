"""Converts a trained board network to the payload of the predictor's file; normalisations are folded into convolutions."""

from pathlib import Path

import torch
from torch import Tensor, nn

from engine.human.board_network import packed
from engine.training.human.board_net import BoardNet, load_board_net


@torch.no_grad()
def payload_of(net: BoardNet) -> bytes:
    """Returns the payload for `engine.human.board_network.BoardNetwork.from_payload`."""
    layers = [_folded(net.entry, net.entry_norm)]
    for block in net.blocks:
        layers += [_folded(block.first, block.first_norm), _folded(block.second, block.second_norm)]
        layers += [(part.weight, part.bias) for part in (block.gate, block.gates)]
    layers += [(part.weight, part.bias) for part in (net.source, net.landing)]
    lists = [(weights.flatten().tolist(), biases.tolist()) for weights, biases in layers]
    return packed(net.entry.out_channels, len(net.blocks), net.promotion.tolist(), lists)


def payload_of_file(path: Path) -> bytes:
    """Returns the payload of a network file of the fit.

    :raises RatsuError: as `load_board_net`. :raises OSError: as `load_board_net`.
    """
    return payload_of(load_board_net(path))


def _folded(convolution: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[Tensor, Tensor]:
    """Returns the weights [output][tap][input] and biases of a convolution with its normalisation."""
    assert norm.running_mean is not None and norm.running_var is not None
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weights = convolution.weight * scale[:, None, None, None]
    return weights.permute(0, 2, 3, 1), norm.bias - norm.running_mean * scale
