import type { Finding, FindingRule } from './finding.ts'

/** What a person said about a finding. */
export type InsightAnswer = 'done' | 'not-useful'
/** The answers of a person on this phone, by the id of the finding. */
export type InsightAnswers = Readonly<
  Record<string, { readonly rule: FindingRule; readonly answer: InsightAnswer }>
>

/** Findings of a rule that was often not useful are shown from this severity on. */
const STILL_SHOWN = 50
const MOST_ANSWERS = 200

/** Rules that were *not useful* at least twice, and more often than *done*. */
function dulledRules(answers: InsightAnswers): ReadonlySet<FindingRule> {
  const balance = new Map<FindingRule, { useless: number; done: number }>()
  for (const { rule, answer } of Object.values(answers)) {
    const sum = balance.get(rule) ?? { useless: 0, done: 0 }
    if (answer === 'done') sum.done += 1
    else sum.useless += 1
    balance.set(rule, sum)
  }
  return new Set(
    [...balance].filter(([, { useless, done }]) => useless >= 2 && useless > done).map(([rule]) => rule),
  )
}

/** Findings without an answer, and those put away: answered, or of a rule that the person found not useful. */
export function sortByAnswers(
  findings: readonly Finding[],
  answers: InsightAnswers,
): { readonly shown: readonly Finding[]; readonly away: readonly Finding[] } {
  const dulled = dulledRules(answers)
  const isAway = ({ id, rule, severity }: Finding) =>
    answers[id] !== undefined || (dulled.has(rule) && severity < STILL_SHOWN)
  return { shown: findings.filter((finding) => !isAway(finding)), away: findings.filter(isAway) }
}

/** The answers with one more; the oldest are dropped beyond 200. `undefined` takes the answer back. */
export function withAnswer(
  answers: InsightAnswers,
  { id, rule }: Pick<Finding, 'id' | 'rule'>,
  answer: InsightAnswer | undefined,
): InsightAnswers {
  const others = Object.entries(answers).filter(([other]) => other !== id)
  const own = answer === undefined ? [] : [[id, { rule, answer }] as const]
  return Object.fromEntries([...others, ...own].slice(-MOST_ANSWERS))
}
