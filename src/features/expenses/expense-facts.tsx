import { useLingui } from '@lingui/react/macro'
import { useToday } from '#app-context/app-context.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import type { ExpensePart } from '#domain/expenses/expense.ts'
import { noteOf } from '#domain/expenses/form-from-expense.ts'
import { isIncomplete } from '#domain/expenses/incomplete-expense.ts'
import { splitReceiptCode } from '#domain/expenses/receipt-code.ts'
import { exchangeRateText, fromShillings } from '#domain/money/currency.ts'
import { amountText, moneyText } from '#domain/money/money-text.ts'
import { quantityText } from '#domain/money/quantity.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { taxTypeName } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useCategoryName } from './categories/use-categories.ts'
import { AMOUNT_TYPE_NAMES, METHOD_NAMES } from './expense-names.ts'
import classes from './expenses.module.css'
import { hasListedItems, singleTax } from './single-item.ts'

type Fact = readonly [name: string, value: string]
type Props = { readonly expense: ExpenseRow }

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value], at) =>
        value === '' ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may read the same, and the order never changes
          <div key={`${at} ${name}`} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** What was bought: each item with its quantity, the price of one and its tax (spec §3). */
function Items({ expense: { items, amountType } }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const taxed = amountType !== 'NO_TAX'
  const facts = items.map(({ description, quantity, unitAmount, taxType, rate }): Fact => {
    const amount = `${quantityText(quantity)} × ${amountText(unitAmount)}`
    return [description, taxed ? `${amount}, ${translate(taxTypeName(taxType, rate))}` : amount]
  })
  return (
    <section className="stack" aria-label={t`Items`}>
      <h3 className="section-title">{t`Items`}</h3>
      <Facts facts={facts} />
      {taxed ? <p className="dim small">{translate(AMOUNT_TYPE_NAMES[amountType])}</p> : null}
    </section>
  )
}

/** How much was paid in each way. */
function Payments({ expense: { payments } }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  return (
    <section className="stack" aria-label={t`Payments`}>
      <h3 className="section-title">{t`Payments`}</h3>
      <Facts
        facts={payments.map(({ method, amount }) => [translate(METHOD_NAMES[method]), moneyText(amount)])}
      />
    </section>
  )
}

/** Everything that is stored of an expense and not empty (spec §3); a simple one has no lists of items and payments. */
export function ExpenseFacts({ expense }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const categoryName = useCategoryName()
  const { payments, totals, vendor, currency, currencyRate } = expense
  const incomplete = isIncomplete(expense)
  // Said at each part that no person typed or changed.
  const tagged = (text: string, part: ExpensePart) =>
    text !== '' && !incomplete && expense.automatic?.includes(part) ? t`${text} (automatic)` : text
  const isListed = hasListedItems(expense)
  const tax = singleTax(expense)
  const { receiptCode, internalNumber } = splitReceiptCode(expense)
  const [payment, ...others] = payments
  return (
    <>
      <Facts
        facts={[
          [t`Category`, tagged(incomplete ? '' : categoryName(expense), 'category')],
          [t`Vendor`, tagged(vendor.name, 'vendor')],
          [t`Vendor's TIN`, vendor.taxNumber],
          [t`Vendor's VRN`, vendor.vatNumber],
          [t`Vendor's phone number`, vendor.phone],
          [t`Serial number`, vendor.serial],
          [t`Note`, isListed ? '' : (expense.typed?.note ?? tagged(noteOf(expense), 'figures'))],
          [t`Date`, tagged(`${dayText(expense.day)} ${expense.time}`, 'date')],
          [t`Payment method`, payment && others.length === 0 ? translate(METHOD_NAMES[payment.method]) : ''],
          // One that is incomplete may have a receipt that was not read yet.
          [t`Receipt code`, internalNumber !== '' && !incomplete ? t`No receipt` : receiptCode],
          [t`Internal number`, internalNumber],
          [
            t`Currency`,
            currency === undefined || currencyRate === undefined
              ? ''
              : t`${currency} ${amountText(fromShillings(totals.total, currencyRate))} at ${exchangeRateText(currencyRate)}`,
          ],
          [t`Tax type`, tax ? translate(taxTypeName(tax.taxType, tax.rate)) : ''],
          [t`Amount type`, tax ? translate(AMOUNT_TYPE_NAMES[tax.amountType]) : ''],
          [t`Without VAT`, totals.vat === 0 ? '' : moneyText(totals.net)],
          [t`VAT`, totals.vat === 0 ? '' : moneyText(totals.vat)],
          [t`Recorded by`, `${expense.createdByName}, ${formatMoment(expense.createdAt, today, translate)}`],
        ]}
      />
      {isListed ? <Items expense={expense} /> : null}
      {others.length > 0 ? <Payments expense={expense} /> : null}
    </>
  )
}
