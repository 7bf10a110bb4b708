"""The compiled core: rules, search and evaluation. Nothing here imports Qt, SQL or the other rooms."""
