import { type AckCode, type Refusal, refuse } from './acknowledgement-codes.ts'
import type { Settings } from './settings.ts'

/**
 * One line of the rule table. `find` gives what is wrong in words, or null. In the field profile a breach is
 * refused as in strict, accepted with a flag in the ledger, or accepted without a flag.
 */
export type Rule<Case> = {
  code: AckCode
  name: string
  inFieldProfile: 'refuse' | 'flag'
  find(subject: Case): string | null
}

export type RuleResult = { refused: Refusal | null; flags: string[] }

/** Asks the rules in order; the first breach that the profile refuses ends it. */
export function applyRules<Case>(
  rules: readonly Rule<Case>[],
  subject: Case,
  profile: Settings['profile'],
): RuleResult {
  const flags: string[] = []
  for (const rule of rules) {
    const detail = rule.find(subject)
    if (detail === null) continue
    if (profile !== 'field' || rule.inFieldProfile === 'refuse')
      return { refused: refuse(rule.code, detail), flags }
    flags.push(rule.name)
  }
  return { refused: null, flags }
}
