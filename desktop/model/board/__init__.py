"""Values of the board and its signs: setting up, letters, pieces, pictures, speech. No Qt.

Door: `position_setup`, `spoken`, `sounds`. Knows: desktop.model, engine.
"""
