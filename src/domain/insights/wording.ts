import type { Figure, FindingRule } from './finding.ts'

/** A finding as the provider of wording gets it: figures, and no name, id or text of anybody. */
export type WordedFact = {
  /** `f1`, `f2`: its place in the request. */
  readonly id: string
  readonly rule: FindingRule
  readonly figures: readonly Figure[]
}

/** What the provider wrote about a fact. Figures are placeholders such as `{now}`. */
export type Wording = { readonly id: string; readonly headline: string; readonly body: string }

/** Stands for the product, customer, category, day or hours that the phone fills in. */
const SUBJECT = 'subject'
const LONGEST = { headline: 90, body: 320 }

const NUMBER_WORDS =
  /\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|half|halved|doubled?|twice|tripled?|quarter|dozen|percent|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi|ishirini|thelathini|arobaini|hamsini|mia|elfu|laki|milioni|nusu|robo|asilimia)\b/iu
const RISE =
  /\b(rose|risen|rising|rises|increased?|increasing|grew|grown|growing|up|imepanda|yamepanda|imeongezeka|yameongezeka)\b/iu
const FALL =
  /\b(fell|fallen|falling|falls|dropped|dropping|decreased?|declined?|declining|down|imeshuka|yameshuka|imepungua|yamepungua)\b/iu

const FALLING: ReadonlySet<FindingRule> = new Set([
  'sales-falling',
  'weekday-down',
  'day-down',
  'hours-down',
  'product-falling',
  'customer-stopped',
])
const RISING: ReadonlySet<FindingRule> = new Set([
  'sales-rising',
  'day-rising',
  'hours-rising',
  'product-rising',
  'refunds-high',
  'discounts-high',
  'category-jump',
  'vat-rising',
  'debts-growing',
])

/** Whether a text says nothing but what the figures of its fact say: no number, no link, no other direction. */
function isTrue(text: string, { rule, figures }: WordedFact): boolean {
  const known = new Set<string>([SUBJECT, ...figures.map(({ name }) => name)])
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '')
  if (names.some((name) => !known.has(name))) return false
  const words = text.replace(/\{[^{}]*\}/g, ' ')
  if (/[\p{N}%{}<>[\]`*_#|\\@]|:\/\/|www\.|\p{Cc}/u.test(words) || NUMBER_WORDS.test(words)) return false
  if (FALLING.has(rule) && RISE.test(words)) return false
  return !(RISING.has(rule) && FALL.test(words))
}

/**
 * Checks what the provider wrote: known ids, each once, short, and nothing that is not in the facts. One wrong
 * sentence rejects the whole answer, because the others come from the same source.
 */
export function isTrueWording(facts: readonly WordedFact[], wordings: readonly Wording[]): boolean {
  const ids = wordings.map(({ id }) => id)
  if (ids.length === 0 || new Set(ids).size !== ids.length) return false
  return wordings.every(({ id, headline, body }) => {
    const fact = facts.find((one) => one.id === id)
    if (fact === undefined || headline.trim() === '' || body.trim() === '') return false
    if (headline.length > LONGEST.headline || body.length > LONGEST.body) return false
    return isTrue(headline, fact) && isTrue(body, fact)
  })
}

/** Puts the figures, as people read them, into a text that was checked. */
export function fillWording(text: string, fill: (name: string) => string): string {
  return text.replace(/\{([^{}]*)\}/g, (_, name: string) => fill(name))
}
