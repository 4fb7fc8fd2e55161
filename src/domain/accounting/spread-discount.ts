import { type Cents, minusCents, sumCents } from '../money/cents.ts'
import { splitByShare } from '../money/split-by-share.ts'
import type { BookSaleLine } from './book-sale.ts'

/** A line as it is before the discount; `group` names its rate of tax. */
export type UndiscountedLine = { readonly line: BookSaleLine; readonly net: Cents; readonly group: string }

/** The tax that the books show for a rate after the discount; `taxable` is `null` where they do not say it. */
export type GroupTax = { readonly group: string; readonly tax: Cents; readonly taxable: Cents | null }

/**
 * Puts a discount over a whole invoice into its lines. Total and tax of each rate are those of the books to the cent;
 * within a rate each line bears the discount by its share. Which part of it a rate bears is what the books say, or its
 * share where they do not.
 */
export function spreadDiscount(
  lines: readonly UndiscountedLine[],
  taxes: readonly GroupTax[],
  total: Cents,
): BookSaleLine[] {
  const groups = [...new Set(lines.map(({ group }) => group))]
  const netOf = (group: string) =>
    Math.max(0, sumCents(lines.filter((line) => line.group === group).map(({ net }) => net)))
  const taxOf = (group: string) => sumCents(taxes.filter((one) => one.group === group).map(({ tax }) => tax))
  const payable = minusCents(total, sumCents(groups.map(taxOf)))
  const amounts = groups.flatMap((group) => taxes.find((one) => one.group === group)?.taxable ?? [])
  const nets =
    amounts.length === groups.length && sumCents(amounts) === payable
      ? amounts
      : splitByShare(payable, groups.map(netOf))
  const spread = new Map<UndiscountedLine, BookSaleLine>()
  for (const [index, group] of groups.entries()) {
    const own = lines.filter((line) => line.group === group)
    const shares = own.map(({ net }) => Math.max(0, net))
    const ownNets = splitByShare(nets[index] ?? minusCents(total, total), shares)
    const ownTaxes = splitByShare(taxOf(group), shares)
    for (const [nth, one] of own.entries()) {
      const [net, taxAmount] = [ownNets[nth], ownTaxes[nth]]
      if (net === undefined || taxAmount === undefined) continue
      spread.set(one, { ...one.line, taxAmount, gross: sumCents([net, taxAmount]) })
    }
  }
  return lines.map((one) => spread.get(one) ?? one.line)
}
