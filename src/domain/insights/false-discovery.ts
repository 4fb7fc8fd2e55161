import type { Finding } from './finding.ts'

/** A finding, and how likely its figures are when nothing has changed: from 0 to 1. */
export type Candidate = { readonly finding: Finding; readonly chance: number }

/** What a rule compared in one run: all its days, products or customers, and what was out of line among them. */
export type Comparisons = { readonly compared: number; readonly found: readonly Candidate[] }

export const NOTHING_COMPARED: Comparisons = { compared: 0, found: [] }

/** At most this part of the findings of comparisons is chance, on average. */
const FALSE_PART = 0.1

/**
 * The findings of one run that chance does not explain, when it is considered how much was compared: of a thousand
 * products some are far from usual every month (Benjamini and Hochberg 1995). Comparisons without a finding count too.
 *
 * Each rule has the same part of the error, whatever number it compared: its comparisons are weighted so (Genovese,
 * Roeder and Wasserman 2006). So a thousand products do not hide that the sales fell.
 */
export function trueDiscoveries(rules: readonly Comparisons[]): Finding[] {
  const compared = rules.filter((rule) => rule.compared > 0)
  const candidates = compared
    .flatMap((rule) => {
      const share = compared.length * Math.max(rule.compared, rule.found.length)
      return rule.found.map(({ finding, chance }) => ({ finding, weighted: chance * share }))
    })
    .sort((a, b) => a.weighted - b.weighted)
  const kept = candidates.reduce(
    (last, { weighted }, index) => (weighted <= FALSE_PART * (index + 1) ? index + 1 : last),
    0,
  )
  return candidates.slice(0, kept).map(({ finding }) => finding)
}
