import { useLingui } from '@lingui/react/macro'
import { type StoreApi, useStore } from 'zustand'
import { percentText } from '#domain/money/basis-points.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './cart.module.css'
import type { Editor } from './editor-store.ts'

/** The totals, and on a tap how the tax is calculated: one sum for each letter of the authority's receipt. */
export function TaxDetails({ store }: { store: StoreApi<Editor> }) {
  const { t } = useLingui()
  const totals = useStore(store, (state) => state.totals)
  const tax = moneyText(totals.totalVat)
  return (
    <div className={classes.totals}>
      {totals.totalDiscount > 0 ? (
        <p className={classes.total}>
          <span>{t`Total discount`}</span>
          <span>−{moneyText(totals.totalDiscount)}</span>
        </p>
      ) : null}
      <details className={classes.tax}>
        <summary>
          <span>{t`VAT included`}</span>
          <span>{tax}</span>
          <Icon name="info" size={18} />
        </summary>
        {totals.perLetter.map(({ letter, gross, net, tax: part, ...sum }) => {
          const rate = percentText(sum.rate)
          return (
            <dl key={letter}>
              <div>
                <dt>{t`Tax letter ${letter}, ${rate}%`}</dt>
                <dd>{moneyText(gross)}</dd>
              </div>
              <div>
                <dt>{t`Without VAT`}</dt>
                <dd>{moneyText(net)}</dd>
              </div>
              <div>
                <dt>{t`VAT ${rate}%`}</dt>
                <dd>{moneyText(part)}</dd>
              </div>
            </dl>
          )
        })}
        <p className="dim small">
          {t`TRA adds up sales by tax letter. VAT is calculated once on each total, not item by item.`}
        </p>
      </details>
    </div>
  )
}
