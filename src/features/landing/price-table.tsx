import { useLingui } from '@lingui/react/macro'
import type { PriceTexts } from '#domain/subscription/price-texts.ts'

/** The prices, each without VAT and with it. */
export function PriceTable({ prices }: { readonly prices: PriceTexts }) {
  const { t } = useLingui()
  const { rate } = prices
  const rows = [
    { name: t`Annual subscription`, price: prices.annual },
    { name: t`Installation`, price: prices.installation },
    { name: t`First year in all`, price: prices.first },
  ]
  return (
    <>
      <dl>
        {rows.map(({ name, price: { net, gross } }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {net}
              <small>{t`With VAT: ${gross}`}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p>{t`Prices exclude ${rate} percent VAT`}</p>
    </>
  )
}
