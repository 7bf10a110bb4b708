"""Analysis, evaluation terms and review: panels that follow the engine.

Door: `analysis_panel`, `explain_panel`, `coach_card`. Knows: desktop.model, desktop.services, desktop.views.board,
desktop.views.kit, desktop.views.tables, engine.
"""
