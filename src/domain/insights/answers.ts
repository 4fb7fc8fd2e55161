import type { Instant } from '../calendar/east-africa.ts'
import { FINDING_RULES, type Finding, type FindingRule } from './finding.ts'

/** What a person may say about a finding. */
export type InsightAnswer = 'done' | 'not-useful'

type GivenAnswer = {
  readonly rule: FindingRule
  /** `null` when it was taken back. */
  readonly answer: InsightAnswer | null
  /** When it was given; absent in answers of older apps. */
  readonly at?: Instant
}
/** The answers of a person, by the id of the finding. */
export type InsightAnswers = Readonly<Record<string, GivenAnswer>>

/** Findings of a rule that was often not useful are shown from this severity on. */
const STILL_SHOWN = 50
export const MOST_ANSWERS = 200

/** Rules that were *not useful* at least twice, and more often than *done*. */
function dulledRules(answers: InsightAnswers): ReadonlySet<FindingRule> {
  const balance = new Map<FindingRule, { useless: number; done: number }>()
  for (const { rule, answer } of Object.values(answers)) {
    const sum = balance.get(rule) ?? { useless: 0, done: 0 }
    if (answer === 'done') sum.done += 1
    if (answer === 'not-useful') sum.useless += 1
    balance.set(rule, sum)
  }
  return new Set(
    [...balance].filter(([, { useless, done }]) => useless >= 2 && useless > done).map(([rule]) => rule),
  )
}

/** What the person said about a finding, unless it was taken back. */
export function answerTo(answers: InsightAnswers, id: string): InsightAnswer | undefined {
  return answers[id]?.answer ?? undefined
}

/** Findings without an answer, and those put away: answered, or of a rule that the person found not useful. */
export function sortByAnswers(
  findings: readonly Finding[],
  answers: InsightAnswers,
): { readonly shown: readonly Finding[]; readonly away: readonly Finding[] } {
  const dulled = dulledRules(answers)
  const isAway = ({ id, rule, severity }: Finding) =>
    answerTo(answers, id) !== undefined || (dulled.has(rule) && severity < STILL_SHOWN)
  return { shown: findings.filter((finding) => !isAway(finding)), away: findings.filter(isAway) }
}

/** The answers with one more; the oldest are dropped beyond 200. `null` takes the answer back. */
export function withAnswer(
  answers: InsightAnswers,
  { id, rule }: Pick<Finding, 'id' | 'rule'>,
  answer: InsightAnswer | null,
  at: Instant,
): InsightAnswers {
  const others = Object.entries(answers).filter(([other]) => other !== id)
  return Object.fromEntries([...others, [id, { rule, answer, at }] as const].slice(-MOST_ANSWERS))
}

/** What a person said about a finding, as the server has it; `null` when that was taken back. */
export type ReceivedAnswer = {
  readonly findingId: string
  readonly rule: string
  readonly answer: InsightAnswer | null
  readonly at: Instant
}

/** The answers of this phone and those given on others: of each finding the later one. */
export function mergeAnswers(own: InsightAnswers, received: readonly ReceivedAnswer[]): InsightAnswers {
  const newer = received.flatMap(({ findingId, rule: name, answer, at }) => {
    const rule = FINDING_RULES.find((one) => one === name)
    const known = own[findingId]
    const isLater = known === undefined || (known.at ?? '') < at
    return rule && isLater ? [[findingId, { rule, answer, at }] as const] : []
  })
  if (newer.length === 0) return own
  const all = Object.entries({ ...own, ...Object.fromEntries(newer) })
  return Object.fromEntries(
    all.sort(([, a], [, b]) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1)).slice(-MOST_ANSWERS),
  )
}
