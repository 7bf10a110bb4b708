"""How cost and memory grow with what a user has: games, books, tasks, trees and cards (`python -m tests.bench.growth`)."""
