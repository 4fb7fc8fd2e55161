import { useLingui } from '@lingui/react/macro'
import { Sheet } from '#ui/sheet/sheet.tsx'
import classes from './quick.module.css'

/** The keyboard shortcuts. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const keys: readonly (readonly [string, string])[] = [
    ['Ctrl K', t`Search invoices and screens`],
    ['?', t`Show these shortcuts`],
    ['Esc', t`Close the open window`],
    ['A … Z', t`On the sale screen: type or scan to search products`],
    ['Enter', t`Add the first result to the cart`],
    ['3*', t`Before a product name: adds 3 at once`],
    ['Ctrl Enter', t`Charge; on the payment screen: submit`],
    ['2*1500+300', t`You can calculate in any amount field`],
  ]
  return (
    <Sheet title={t`Keyboard shortcuts`} opened onClose={onClose} height="auto">
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
