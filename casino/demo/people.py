"""The staff of the demo floor. A badge is the facility's code and the number."""

from typing import NamedTuple

from compliance.staff.roles import Role

# Public, like everything about the demo.
PASSWORD = "criss-cross-demo"  # noqa: S105
PIN = "2468"


class Person(NamedTuple):
    number: str
    name: str
    role: Role


def _people(numbers: int, role: Role, *names: str) -> list[Person]:
    return [Person(str(number), name, role) for number, name in enumerate(names, start=numbers)]


PEOPLE: dict[str, list[Person]] = {
    "CHP": [
        *_people(1001, Role.ADMINISTRATOR, "Ruth Okonkwo"),
        *_people(1101, Role.COMPLIANCE_OFFICER, "Marguerite Delacroix", "Tobias Wren"),
        *_people(1201, Role.AUDITOR, "Ingrid Halvorsen"),
        *_people(2001, Role.SHIFT_MANAGER, "Samuel Adeyemi", "Priya Raman"),
        *_people(2101, Role.PIT_BOSS, "Dolores Vega", "Henrik Lund"),
        *_people(2201, Role.FLOORPERSON, "Naomi Castellano", "Kwame Boateng", "Lucia Ferrante"),
        *_people(
            3101,
            Role.DEALER,
            "Jonah Petrakis",
            "Mei-Lin Zhao",
            "Darnell Whitfield",
            "Sofia Marchetti",
            "Amir Haddad",
            "Tessa Lindqvist",
            "Oluwaseun Bello",
            "Grace Kowalczyk",
            "Rafael Montoya",
            "Bridget O’Malley",
            "Yuki Tanabe",
        ),
        *_people(4001, Role.SECURITY, "Curtis Maddox", "Fatima Siddiqui"),
    ],
    "BWK": [
        *_people(1001, Role.ADMINISTRATOR, "Walter Brandt"),
        *_people(1101, Role.COMPLIANCE_OFFICER, "Celeste Monroe"),
        *_people(2001, Role.SHIFT_MANAGER, "Victor Salazar"),
        *_people(2101, Role.PIT_BOSS, "Anneke de Vries"),
        *_people(2201, Role.FLOORPERSON, "Tomasz Zielinski", "Imani Jefferson"),
        *_people(
            3101,
            Role.DEALER,
            "Leon Fischer",
            "Chiara Bellini",
            "Marcus Trent",
            "Aaliyah Norwood",
            "Pavel Dvorak",
            "Hannah Sorensen",
        ),
        *_people(4001, Role.SECURITY, "Bruno Keller"),
    ],
    "HBR": [
        *_people(1001, Role.ADMINISTRATOR, "Eleanor Pike"),
        *_people(1101, Role.COMPLIANCE_OFFICER, "Desmond Achebe"),
        *_people(2001, Role.SHIFT_MANAGER, "Margit Nilsson"),
        *_people(2101, Role.PIT_BOSS, "Joaquin Reyes"),
        *_people(2201, Role.FLOORPERSON, "Catherine Doyle", "Ravi Menon"),
        *_people(3101, Role.DEALER, "Stefan Novak", "Lena Abramov", "Odalys Cruz", "Theo Papadakis", "Minh Tran"),
        *_people(4001, Role.SECURITY, "Gordon Stills"),
    ],
    "GLD": [
        *_people(1001, Role.ADMINISTRATOR, "Harriet Yamada"),
        *_people(1101, Role.COMPLIANCE_OFFICER, "Nolan Ibarra"),
        *_people(2001, Role.SHIFT_MANAGER, "Xiomara Paz"),
        *_people(2101, Role.PIT_BOSS, "Calvin Teo"),
        *_people(2201, Role.FLOORPERSON, "Rosalind Chu", "Emeka Obi"),
        *_people(3101, Role.DEALER, "Dmitri Sorokin", "Paloma Nunez", "Wesley Tan", "Freya Larsen"),
        *_people(4001, Role.SECURITY, "Abdul Karimi"),
    ],
}

# Accounts to try the floor with: each role once, and each facility.
TO_TRY = (
    "CHP-2101",
    "CHP-2201",
    "CHP-2001",
    "CHP-4001",
    "CHP-1101",
    "CHP-1201",
    "CHP-1001",
    "BWK-2101",
    "HBR-2101",
    "GLD-2101",
)
