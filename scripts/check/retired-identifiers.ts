/**
 * Words that identifiers do not use any more, and the words of the field that replaced them. Only coined words are
 * here: plain ones such as *left* or *line* also have legitimate uses.
 */

/** Sequences of the words of a name, in small letters, with what to write instead. */
export const RETIRED: readonly (readonly [retired: string, say: string])[] = [
  ['kick', 'requestSync, SyncTrigger'],
  ['fruitless', 'recentFailures'],
  ['directive', 'NextAction'],
  ['travelling', 'inFlight'],
  ['let go', 'unblock'],
  ['point dependants', 'repointDependents'],
  ['dependants', 'dependents'],
  ['next try', 'nextAttempt'],
  ['join tries', 'attempt'],
  ['take up aside', 'reprocessQuarantined'],
  ['end proved', 'completeConfirmedSubmissions'],
  ['start looking', 'startPolling'],
  ['is news', 'hasChanges'],
  ['tell news', 'notify'],
  ['lay in', 'importUnsent'],
  ['collect work', 'exportUnsent'],
  ['quietly', 'ignoreErrors'],
  ['once more', 'coalesce'],
  ['upkeep', 'maintenance'],
  ['give up present', 'rollBack'],
  ['turn over', 'activateRelease'],
  ['patience', 'headOfLineTimeout, timeout'],
  ['deed', 'action'],
  ['mend', 'resolve'],
  ['mended', 'resolved'],
  ['wordy', 'screenWithCatalog'],
  ['use say', 'useTranslate'],
  ['reckon', 'calculateTotals'],
  ['gives back', 'changeDue'],
  ['verdict', 'decision'],
  ['workplace', 'AppContext'],
  ['squeeze', 'compress'],
]

/** Exact names that keep their spelling: stored on phones, or the browser's own. */
const KEPT_NAMES: ReadonlySet<string> = new Set(['fruitless', 'violatedDirective'])

/** The words of a name in small letters: `useKickReason` gives use, kick, reason. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}

/** What to write instead of a retired word in `name`; undefined when it has none or is one of the names that are kept. */
export function findRetiredWord(name: string): { retired: string; say: string } | undefined {
  if (KEPT_NAMES.has(name)) return undefined
  const words = ` ${wordsOf(name).join(' ')} `
  const found = RETIRED.find(([retired]) => words.includes(` ${retired} `))
  return found && { retired: found[0], say: found[1] }
}
