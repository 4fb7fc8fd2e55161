import { useLingui } from '@lingui/react/macro'
import { Sheet } from '#ui/sheet/sheet.tsx'
import classes from './quick.module.css'

/** The keys there are, for whoever sells at a keyboard. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const keys: readonly (readonly [string, string])[] = [
    ['Ctrl K', t`Search invoices and screens`],
    ['?', t`Show these keys`],
    ['Esc', t`Close what is open`],
    ['A … Z', t`At the counter: search the price list, a scanner too`],
    ['Enter', t`Put the first product found into the cart`],
    ['3*', t`Written before a name: three of it at once`],
    ['Ctrl Enter', t`Charge; in the payment: submit`],
    ['2*1500+300', t`Every amount field reckons`],
  ]
  return (
    <Sheet title={t`Keys`} opened onClose={onClose} height="auto">
      <dl className={classes.keys}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
