/**
 * The group of a UUID in which attempts are counted on the wire: its version and twelve bits, random in the first
 * one. `attempt.ts` has the number itself; only rows and transfers of older apps depend on these bits.
 */
const ATTEMPT_GROUP = 2
const ATTEMPT_RANGE = 0x1000

function groupsOf(opId: string): readonly string[] {
  return opId.split('-')
}

function countOf(opId: string): number {
  return Number.parseInt(groupsOf(opId)[ATTEMPT_GROUP]?.slice(1) ?? '', 16)
}

/**
 * The id under which an operation that the server refused for good is sent again. It is derived from the refused one:
 * sent again on two phones, after one imported it from the other, it is one operation for the server, executed once.
 */
export function nextAttemptId(opId: string): string {
  const count = (countOf(opId) + 1) % ATTEMPT_RANGE
  return groupsOf(opId)
    .map((group, index) =>
      index === ATTEMPT_GROUP ? group.slice(0, 1) + count.toString(16).padStart(3, '0') : group,
    )
    .join('-')
}

/** Whether an operation is a later attempt of another, however many attempts are between them. */
export function isLaterAttemptId(opId: string, of: string): boolean {
  const rest = (id: string) => groupsOf(id).filter((_, index) => index !== ATTEMPT_GROUP)
  const since = (countOf(opId) - countOf(of) + ATTEMPT_RANGE) % ATTEMPT_RANGE
  return rest(opId).join() === rest(of).join() && since > 0 && since < ATTEMPT_RANGE / 2
}

/** The prefix of the ids of all attempts of one operation. */
export function attemptIdPrefix(opId: string): string {
  return groupsOf(opId).slice(0, ATTEMPT_GROUP).join('-')
}
