import { bareNumber } from '../identity/bare-number.ts'
import { distinctTaxNumber } from '../identity/tin.ts'
import { CATEGORY_PHRASES } from './category-phrases.ts'
import { EXPENSE_CATEGORIES, type Expense } from './expense.ts'

/** A category that may fit, by its code or by its id where the company made it. `confidence` is from 0 to 1. */
export type SuggestedCategory = { readonly category: string; readonly confidence: number }

/** What a suggestion is made from: what was bought, and who sold it. */
export type DescribedPurchase = {
  readonly descriptions: readonly string[]
  readonly vendorName: string
  readonly vendorTaxNumber: string
}

/** An expense of the company, from which is learned if a person chose its category. */
export type LearnedExpense = Pick<
  Expense,
  'category' | 'categoryId' | 'items' | 'vendor' | 'status' | 'automatic'
>

/** How often each feature was seen in each category. */
export type CategoryModel = {
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly totals: ReadonlyMap<string, number>
}

/** A choice of a person counts as much as so many phrases of the list. */
const CONFIRMED_WEIGHT = 5
/** Parts of words find other forms of a word; the whole word says more. */
const PART_WEIGHT = 0.25
const PART_LENGTH = 4
/** Words that are in descriptions of every kind. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'ya wa za la cha vya kwa na ni kwenye for the of and to in at on a an per with from mwezi month'.split(' '),
)
/** Below this confidence several categories are offered, because the first is often wrong. */
const SURE_ENOUGH = 0.6
const SMOOTHING = 0.05
const MOST_SUGGESTIONS = 3
/** Parts of a word are not independent of one another, so a plain product would be too sure of itself. */
const SOFTNESS = 1.3

type Features = ReadonlyMap<string, number>

function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['\u2019]|\p{M}/gu, '')
  return (folded.match(/\p{L}[\p{L}\p{N}]+/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word))
}

function featuresOf(text: string): Map<string, number> {
  const features = new Map<string, number>()
  const add = (name: string, weight: number) => features.set(name, (features.get(name) ?? 0) + weight)
  const words = wordsOf(text)
  for (const [index, word] of words.entries()) {
    add(word, 1)
    // Cooking oil is not the oil of a car: two words together say what one does not.
    const next = words[index + 1]
    if (next !== undefined) add(`${word} ${next}`, 1)
    for (let at = 0; word.length > PART_LENGTH && at + PART_LENGTH <= word.length; at += 1) {
      add(`~${word.slice(at, at + PART_LENGTH)}`, PART_WEIGHT)
    }
  }
  return features
}

function purchaseFeatures({ descriptions, vendorName, vendorTaxNumber }: DescribedPurchase): Features {
  const features = featuresOf(descriptions.join(' '))
  for (const word of wordsOf(vendorName)) features.set(`@${word}`, 1)
  // One that all vendors from abroad share says nothing about what this one sells.
  const taxNumber = distinctTaxNumber(bareNumber(vendorTaxNumber))
  if (taxNumber !== '') features.set(`#${taxNumber}`, 2)
  return features
}

/** The descriptions that a person or a receipt wrote; a code of a category is what the form stores for none. */
export function writtenDescriptions(items: readonly { readonly description: string }[]): readonly string[] {
  const codes: ReadonlySet<string> = new Set(EXPENSE_CATEGORIES)
  return items.map(({ description }) => description.trim()).filter((text) => text !== '' && !codes.has(text))
}

/**
 * Learns from the list of phrases and from the company's own expenses, which count more: not from canceled ones, nor
 * from those whose category no person chose, which are stored as `OTHER`. Where the category is the company's own, it is
 * named by its id.
 */
export function learnCategories(expenses: readonly LearnedExpense[]): CategoryModel {
  const counts = new Map<string, Map<string, number>>()
  const totals = new Map<string, number>()
  const learn = (category: string, features: Features, weight: number) => {
    const known = counts.get(category) ?? new Map<string, number>()
    for (const [name, count] of features) {
      known.set(name, (known.get(name) ?? 0) + count * weight)
      totals.set(category, (totals.get(category) ?? 0) + count * weight)
    }
    counts.set(category, known)
  }
  for (const [category, phrases] of Object.entries(CATEGORY_PHRASES)) {
    for (const phrase of phrases.split(',')) learn(category, featuresOf(phrase), 1)
  }
  for (const { category, categoryId, items, vendor, status, automatic } of expenses) {
    if (status === 'canceled' || automatic?.includes('category')) continue
    const descriptions = writtenDescriptions(items)
    const { name: vendorName, taxNumber: vendorTaxNumber } = vendor
    const features = purchaseFeatures({ descriptions, vendorName, vendorTaxNumber })
    learn(categoryId ?? category, features, CONFIRMED_WEIGHT)
  }
  return { counts, totals }
}

/**
 * The category that fits what was bought, or the likeliest three where it is not sure; none where nothing of it is
 * known. They are for a person to confirm, never chosen without one (spec §1, §5). `allowed` are those in use.
 */
export function suggestCategories(
  { counts, totals }: CategoryModel,
  purchase: DescribedPurchase,
  allowed: ReadonlySet<string>,
): readonly SuggestedCategory[] {
  const classes = [...counts.keys()].filter((category) => allowed.has(category))
  const known = [...purchaseFeatures(purchase)].filter(([name]) =>
    classes.some((category) => counts.get(category)?.has(name)),
  )
  if (known.length === 0) return []
  // A long list of goods says no more about the category than a short one.
  const length = known.reduce((sum, [, count]) => sum + count, 0)
  const scale = SOFTNESS / Math.max(1, Math.sqrt(length))
  const scores = classes.map((category) => {
    const total = totals.get(category) ?? 0
    const score = known.reduce((sum, [name, count]) => {
      const seen = counts.get(category)?.get(name) ?? 0
      // By the root of its size: a category with many phrases is not likelier, nor is each of its words rarer.
      return sum + count * Math.log((seen + SMOOTHING) / (Math.sqrt(total) + 1))
    }, 0)
    return { category, score: score * scale }
  })
  const best = Math.max(...scores.map(({ score }) => score))
  const sum = scores.reduce((before, { score }) => before + Math.exp(score - best), 0)
  const likeliest = scores
    .map(({ category, score }) => ({ category, confidence: Math.exp(score - best) / sum }))
    .sort((a, b) => b.confidence - a.confidence)
  const isSure = likeliest[0] !== undefined && likeliest[0].confidence >= SURE_ENOUGH
  return likeliest.slice(0, isSure ? 1 : MOST_SUGGESTIONS)
}
