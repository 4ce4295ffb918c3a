"""Examples in the API description for the board and the alert history."""

from compliance.api.openapi.field_docs import register_docs

register_docs(
    {
        "facilities.pit": ("P1",),
        "alerts.shift": (12,),
        "notices": (False,),
        "Board.pit": ("P1",),
        "alerts_open": (3,),
        "states": ({"open": 12, "idle": 2, "closed": 4},),
        "status_word": ("due",),
        "BoardFloorperson.tables": (4,),
        "BoardFloorperson.most": (6,),
        "BoardDealer.name": ("Rosa Delgado",),
        "BoardDeck.state": ("In play",),
        "BoardDeck.label": ("A red",),
        "BoardTable.code": ("CHP-04",),
        "BoardTable.dealing": ("Manual shoe",),
        "BoardTable.round_number": (118,),
        "rounds_in_last_hour": (42,),
        "BoardNotice.text": ("Ante $10.00 to $200.00",),
        "BoardDue.of": ("CHP-04",),
        "BoardShift.name": ("Swing",),
        "hour": ("06",),
        "Figures.label": ("Deck change",),
        "Figures.open": (2,),
        "taken_on": (15,),
        "by_itself": (11,),
        "by_person": (4,),
        "passed_up": (1,),
        "median": (95,),
        "Spread.most": (340,),
    }
)
