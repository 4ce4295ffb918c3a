"""Words of the API's description that are everyone's, and those of people, alerts, keys and the journal."""

from games.engine.loading import editions

from .field_docs import register_docs

# ── What a name means wherever it stands

register_docs(
    {
        "id": (12, "Its number in this installation."),
        "url": ("/api/v1/tables/CHP-04/", "Its address."),
        "facility": ("CHP", "The facility's code."),
        "code": ("no_deck", "What programs tell it apart by."),
        "name": ("Rosa Delgado", "The name."),
        "label": ("Bring a deck", "What a button says."),
        "title": ("Deck change", "What it is called."),
        "text": ("Change the deck at CHP-04.", "What to do."),
        "cite": ("MD Ch. 3 §A", "The paragraph behind it."),
        "message": ("There are no cards at this table. Bring a deck.", "What to do next."),
        "badge": ("CHP-2301", "The person's badge."),
        "role": ("floorperson", "The role in which they acted."),
        "reason": ("Entered at the wrong table", "Why."),
        "note": ("Nick in the corner of the queen of hearts", "What is to be remembered of it."),
        "state": ("open", "The state in which it is."),
        "state_since": ("2026-03-02T17:00:00Z", "Since when it is in that state."),
        "opened_at": (None, "When it was opened."),
        "closed_at": (None, "When it was closed; null while it is open."),
        "closed_by": (None, "Who closed it."),
        "started_at": (None, "When it began."),
        "began_at": (None, "When it began."),
        "ended_at": (None, "When it ended; null while it goes on."),
        "due_at": (None, "By when; null if no moment is known."),
        "since": (None, "Since when."),
        "gaming_day": (None, "The gaming day to which it counts."),
        "time_zone": ("America/New_York", "The time zone of its clocks."),
        "jurisdiction": ("Maryland", "Whose regulator it answers to."),
        "edition": (editions()[0], "The edition of the rules, by its id."),
        "editions": (list(editions()[:2]),),
        "game": ("Criss Cross Poker", "The game's name."),
        "serial": ("CHP-R-017", "The serial number."),
        "table": ("CHP-04", "The table's code; null if it is at none."),
        "version": (3, "Which version of that name it is."),
        "reference": ("MLGCC-2026-114",),
        "status": (404, "The status of HTTP with which it is answered."),
        "acts": (None, "What you may do now."),
        "next": ("https://backoffice.example/api/v1/tables/?cursor=Q0hQLTA0",),
        "results": (None, "The page, in the order of the list."),
    }
)

# ── Parameters

register_docs(
    {
        "cursor": ("Q0hQLTA0",),
        "page_size": (50,),
        "after": ("120771",),
        "wait": (20,),
        "more": (False,),
        "JournalPage.next": ("https://backoffice.example/api/v1/journal/?after=120771",),
        "updated_since": ("2026-03-02T17:00:00Z",),
        "Idempotency-Key": ("8c1c5d8e-5d1b-4c0e-9a44-0d8a2f6f3c11",),
        "If-Match": ('"7ab9f43a1b5cb0ae59b2ed0e5c0fa8bb2f3c0d1e"',),
        "If-None-Match": ('"7ab9f43a1b5cb0ae59b2ed0e5c0fa8bb2f3c0d1e"',),
        "facilities.key": ("CHP",),
        "bell_read.key": ("CHP",),
        "alert_history.key": ("CHP",),
        "staff.key": ("CHP-2301",),
        "keys.key": ("7KQ2M9XA",),
        "key": (12,),
    }
)

# ── Problems

register_docs(
    {
        "Problem.type": ("/api/v1/problems/#rule-violation",),
        "Problem.title": ("The rules forbid this", "The type of problem in words."),
        "Problem.status": (409,),
        "detail": ("There are no cards at this table. Bring a deck.",),
        "errors": (None, "Everything that is wrong with the request, each by itself."),
        "path": ("decks[1]",),
        "FieldError.code": ("malformed", "What kind of error it is."),
        "FieldError.message": ("Give a whole number.",),
        "violations": (None, "Everything that stands in the way."),
        "ProblemType.uri": ("/api/v1/problems/#rule-violation", "What `type` of a problem says."),
        "ProblemType.status": (409,),
        "ProblemType.title": ("The rules forbid this", "The type in words."),
        "ProblemType.says": (
            "What was asked for is well-formed, but the rules or the state of the floor forbid it.",
            "What it means, and what the members of such a problem tell.",
        ),
        "Remedy.name": ("table.bring-deck",),
        "Remedy.label": ("Bring a deck", "The act in words."),
        "Remedy.url": ("/api/v1/tables/CHP-04/bring-deck/", "POST to this address does it."),
        "Act.name": ("table.bring-deck",),
        "Act.label": ("Bring a deck", "The act in words."),
        "Act.url": ("/api/v1/tables/CHP-04/bring-deck/",),
        "Act.signed": (False,),
    }
)

# ── The root, facilities and people

register_docs(
    {
        "you": (None, "Who asks: you, or the account of your key."),
        "Root.facilities": (None, "Where you work, or what your key opens."),
        "addresses": ({"tables": "/api/v1/tables/", "journal": "/api/v1/journal/", "docs": "/api/v1/docs/"},),
        "Facility.code": ("CHP", "The facility's code, which is part of those of its tables and badges."),
        "Facility.name": ("Chesapeake", "The casino's name."),
        "Facility.url": ("/api/v1/facilities/CHP/",),
        "day_turns_at_hour": (6,),
        "roles": (["pit_boss"],),
        "Posting.role": ("floorperson", "The role that is held."),
        "Staff.url": ("/api/v1/staff/CHP-2301/",),
        "is_active": (True, "Whether the account is enabled."),
        "has_pin": (True,),
        "created_at": (None, "When it was made."),
        "postings": (None, "Roles held at facilities."),
    }
)

# ── The journal

register_docs(
    {
        "stream": ("table:CHP-04",),
        "sequence": (118,),
        "action": ("deck.removed",),
        "subject": ("deck:12",),
        "actor": (None, "Who did it; null for what happened by the clock."),
        "signature": (None, "Who signed for it, where a second person did."),
        "at": (None, "When it happened."),
        "recorded_at": (None, "When it was written down, by the server's clock."),
        "Entry.cite": ("COMAR 36.05.02.16 J", "The paragraph that was followed; empty where none says it."),
        "facts": ({"reason": "scheduled", "table": "CHP-04"}, "What changed, by names that belong to the action."),
        "hash": (
            "9f2c4e1d7b7a0f65c1b0a1f6c2f3f1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b4",
            "SHA-256 of the entry with `previous`: altering one is seen in all that follow in its stream.",
        ),
        "previous": ("1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b49f2c4e1d7b7a0f65c1b0a1f6c2f3f",),
        "signer": (None, "Who signed."),
        "Signature.role": ("dealer", "The role in which they signed."),
        "Signature.act": ("deck.change", "What they signed for."),
        "signed_at": (None, "When it was signed; null if it was not."),
    }
)

# ── Alerts

register_docs(
    {
        "check": ("deck_change",),
        "Alert.title": ("Deck change",),
        "occurrence": ("2026-03-02",),
        "Alert.text": ("The deck at CHP-04 is due to be changed at 14:00.",),
        "Alert.due_at": (None, "By when it must be put right; null if no moment is known."),
        "Alert.url": ("/api/v1/alerts/12/",),
        "acknowledged_at": (None, "When someone took it on; null while it rings."),
        "acknowledged_by": (None, "Who took it on."),
        "first_acknowledged_at": (None, "When it was taken on for the first time, however often it rang since."),
        "snoozed_until": (None, "Until when it was put off."),
        "Alert.reason": ("The clock of the shoe ran fast", "Why it was closed; empty for one that ended by itself."),
        "AlertNoteArguments.note": ("Surveillance was told", "What is to be said about it."),
        "AssignForm.to": ("CHP-2301", "The badge of who shall take it on."),
        "minutes": (10, "For how many minutes it is put off; by its severity fewer than these may be the most."),
        "PassOnForm.reason": ("I am alone on the floor", "Why it goes to the next above."),
        "ResolveForm.reason": ("The table closed an hour ago", "Why it is closed though its cause may stand."),
    }
)

# ── What acts on people and keys take

register_docs(
    {
        "second_badge": ("CHP-2204",),
        "second_pin": ("4711",),
        "HireForm.number": ("2317", "Of the badge, which is the facility's code and this."),
        "HireForm.role": ("dealer", "The first role, at this facility."),
        "password": ("correct-horse-battery", "For signing in: at least ten characters, and none that everyone knows."),
        "pin": ("4711", "For signing: four to eight digits."),
        "facility_code": ("CHP", "Where the role is held: the code of a facility that you administer."),
        "AppointForm.role": ("pit_boss", "The role to be held."),
        "posting": (31, "The number of a posting that has not ended."),
        "StaffReasonForm.reason": ("Left the house", "Why."),
        "CreateKeyForm.name": ("Slot accounting",),
        "CreateKeyForm.facilities": (
            ["CHP"],
            "The codes of the facilities that it opens, of those that you administer.",
        ),
        "CreateKeyForm.scopes": (["rounds:read", "journal:read"], "What it may read and write."),
        "CreateKeyForm.valid_days": (90, "For how many days it is valid; then a new one is made."),
        "CreateKeyForm.rate": (600, "How many requests a minute it may make; 600 if left out."),
        "ShutOutKeyForm.key": ("7KQ2M9XA", "The prefix of the key."),
    }
)

# ── Keys

register_docs(
    {
        "prefix": ("7KQ2M9XA",),
        "Key.url": ("/api/v1/keys/7KQ2M9XA/",),
        "Key.name": ("Slot accounting",),
        "Key.badge": ("KEY-7KQ2M9XA",),
        "Key.scopes": (["rounds:read", "journal:read"],),
        "Key.facilities": (["CHP"],),
        "rate": (600,),
        "revoked_at": (None, "When it was revoked; null if it was not."),
        "revoked_by": (None, "Who revoked it."),
        "revoked_for": ("The program was taken out of service",),
        "last_used_from": ("10.1.4.20",),
        "token": ("cck_7KQ2M9XA_q3Jt0b5mF1yKXc2r9wVd7sLhPz8uNaEoTgIi4CjRkBQ",),
    }
)

# ── The bell, one's account and paragraphs

register_docs(
    {
        "mine": (3,),
        "unacknowledged": (1,),
        "OwnSecretForm.current": ("correct-horse-battery", "Your password as it is: it proves that it is you."),
        "OwnSecretForm.password": ("battery-staple-correct", "A new password; empty or left out keeps it."),
        "OwnSecretForm.pin": ("4711", "A new PIN; empty or left out keeps it."),
        "paragraph": ("MD Ch. 3 §A",),
        "Paragraph.words": ("A deck is changed at least every eight hours.",),
    }
)
