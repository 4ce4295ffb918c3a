"""Compare the journal with the rounds."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from compliance.journal.verify import find_misfits
from compliance.models import Entry
from games.models import Violation
from games.rounds.log.services import digest

from .evidence import Evidence


def journalled(evidence: Evidence) -> Iterator[str]:
    """Yield rounds and voids without exactly one entry, entries without a round, and wrong digests."""
    logged: Counter[str] = Counter()
    voided: Counter[str] = Counter()
    by_subject = {round_.subject_key: round_ for round_ in evidence.rounds.values()}
    entries = Entry.objects.filter(action__in=("round.logged", "round.voided")).select_related("stream")
    for entry in entries.order_by("pk").iterator():
        round_ = by_subject.get(entry.subject)
        if round_ is None:
            yield f"entry {entry} names {entry.subject}, which is missing"
        elif entry.action == "round.voided":
            voided[entry.subject] += 1
        else:
            logged[entry.subject] += 1
            told = (entry.stream.key, entry.facts["number"], entry.facts["digest"])
            if told != (round_.table.stream_key, round_.number, digest(round_)):
                yield f"{round_}: its entry has the digest of other content"
    for subject, round_ in by_subject.items():
        if logged[subject] != 1:
            yield f"{round_}: {logged[subject]} entries say that it was logged"
        if voided[subject] != int(round_.is_voided):
            yield f"{round_}: {voided[subject]} entries say that it was voided"


def violations_opened(evidence: Evidence) -> Iterator[str]:
    """Yield rounds in breach with a missing violation, and violations of other rounds."""
    opened: defaultdict[int, list[str]] = defaultdict(list)
    for round_id, code in Violation.objects.values_list("round_id", "code"):
        opened[round_id].append(code)
    told = Entry.objects.filter(action="round.logged", facts__has_key="breach").values_list("subject", "facts")
    breaches = {int(subject.partition(":")[2]): facts["breach"] for subject, facts in told}
    for pk, round_ in evidence.rounds.items():
        against = breaches.get(pk, [])
        if sorted(against) != sorted(opened[pk]) or bool(against) != round_.in_breach:
            yield f"{round_}: its violations do not match the gates it was played against"


def chains_whole(evidence: Evidence) -> Iterator[str]:
    for misfit in find_misfits([]):
        yield f"{misfit.stream}: entry {misfit.sequence}: {misfit.reason}"
