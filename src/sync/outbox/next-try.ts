/** The group of a UUID in which tries are counted: its version and twelve bits, which are random in the first try. */
const AT = 2
const TRIES = 0x1000

function groupsOf(opId: string): readonly string[] {
  return opId.split('-')
}

function countOf(opId: string): number {
  return Number.parseInt(groupsOf(opId)[AT]?.slice(1) ?? '', 16)
}

/**
 * The id under which an operation that the server refused for good is sent again. It follows from the refused one: sent
 * again on two phones, after one took it over from the other, it is one operation for the server, done once.
 */
export function nextTry(opId: string): string {
  const count = (countOf(opId) + 1) % TRIES
  return groupsOf(opId)
    .map((group, index) => (index === AT ? group.slice(0, 1) + count.toString(16).padStart(3, '0') : group))
    .join('-')
}

/** Whether an operation is another sent again, however often since. */
export function isLaterTry(opId: string, of: string): boolean {
  const rest = (id: string) => groupsOf(id).filter((_, index) => index !== AT)
  const since = (countOf(opId) - countOf(of) + TRIES) % TRIES
  return rest(opId).join() === rest(of).join() && since > 0 && since < TRIES / 2
}

/** What all tries of one operation begin with. */
export function timeOf(opId: string): string {
  return groupsOf(opId).slice(0, AT).join('-')
}
