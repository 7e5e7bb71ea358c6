"""A club's journal in sentences. One template per verb; an unknown verb is shown as it is rather than lost."""

from crosstable.accounts.models import ClubJournalEntry, MembershipStatus

SENTENCES = {
    "club.created": "Club founded",
    "club.edited": "Club changed: {changes}",
    "member.added": "{subject} added",
    "member.edited": "{subject} changed: {changes}",
    "member.status-set": "{subject} is now {status}",
    "member.asked": "{subject} asked to join",
    "member.joined": "{subject} joined",
    "member.accepted": "{subject} accepted",
    "member.declined": "Request of {subject} declined",
    "member.removed": "{subject} removed",
    "member.left": "{subject} left",
    "member.invited": "Invitation link made for {subject}",
    "member.took-over": "{subject} took over the record with an account",
    "person.deleted": "{subject}: the account was deleted",
    "administrator.appointed": "{subject} appointed administrator",
    "administrator.dismissed": "{subject} dismissed as administrator",
}


def describe(entry: ClubJournalEntry) -> str:
    template = SENTENCES.get(entry.verb, f"{entry.verb} {{subject}}")
    status = entry.after.get("status", "")
    return template.format(
        subject=entry.subject,
        status=MembershipStatus(status).label.lower() if status in MembershipStatus.values else status,
        changes=", ".join(key.replace("_", " ") for key in entry.after) or "nothing",
    )
