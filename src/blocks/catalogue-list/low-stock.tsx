import { useLingui } from '@lingui/react/macro'
import { Icon } from '#ui/icon.tsx'
import classes from './catalogue-list.module.css'

/** The mark of a product of which little is left. */
export function LowStock() {
  const { t } = useLingui()
  return (
    <span className={classes.pending} data-tone="attention">
      <Icon name="alert" size={15} />
      {t`Low stock`}
    </span>
  )
}
