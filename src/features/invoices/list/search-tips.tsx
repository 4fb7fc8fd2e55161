import { useLingui } from '@lingui/react/macro'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import classes from './invoice-list.module.css'

/** What an invoice can be found by, shown without results. */
export function SearchTips() {
  const { t } = useLingui()
  return (
    <>
      <EmptyState icon="search" title={t`No results`}>
        {t`Type the start of what you remember:`}
      </EmptyState>
      <ul className={classes.tips}>
        <li>{t`Receipt number, as on the paper`}</li>
        <li>{t`Any word of the customer's name`}</li>
        <li>{t`Phone number, with 0 or 255`}</li>
        <li>{t`TIN or another identification number`}</li>
        <li>{t`The whole amount, such as 12,500`}</li>
      </ul>
    </>
  )
}
