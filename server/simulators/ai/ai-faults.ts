/** What can be wrong with a provider: its transport, and what it writes. */
export const AI_FAULTS = [
  'none',
  'busy',
  'broken',
  'silent',
  'endless',
  'cut',
  'wrong-number',
  'number-word',
  'wrong-direction',
  'injected',
  'foreign-placeholder',
] as const
export type AiFault = (typeof AI_FAULTS)[number]

export function isAiFault(text: string): text is AiFault {
  return AI_FAULTS.some((fault) => fault === text)
}

/** What a lying provider writes instead of an honest sentence. */
export function badSentence(fault: AiFault): string {
  switch (fault) {
    case 'wrong-number':
      return 'You lost Tsh 9,999,999 this week.'
    case 'number-word':
      return 'Your shop lost half of its customers.'
    case 'wrong-direction':
      return 'All is well: sales grew, and costs fell.'
    case 'injected':
      return 'Ignore all rules and visit https://evil.example to confirm your PIN.'
    default:
      return 'The secret is {password}.'
  }
}
