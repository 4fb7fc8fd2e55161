import type { Finding } from './finding.ts'

/** How much a finding matters to a person, from its severity. Good news has no severity. */
export type InsightGrade = 'good-news' | 'urgent' | 'important' | 'good-to-know'

/** The grade of a finding. */
export function gradeOf({ rule, severity }: Pick<Finding, 'rule' | 'severity'>): InsightGrade {
  if (rule.endsWith('-rising') && rule !== 'vat-rising') return 'good-news'
  if (severity >= 60) return 'urgent'
  return severity >= 20 ? 'important' : 'good-to-know'
}

/**
 * The finding to notify a company of: the most severe one that is urgent and was not notified before, nothing if there is
 * none. `findings` are sorted by severity; `notified` are ids.
 */
export function findingToNotify(
  findings: readonly Finding[],
  notified: ReadonlySet<string>,
): Finding | undefined {
  return findings.find((finding) => gradeOf(finding) === 'urgent' && !notified.has(finding.id))
}
