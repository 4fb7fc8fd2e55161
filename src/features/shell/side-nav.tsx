import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '#app-context/app-context.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { Icon } from '#ui/icon.tsx'
import classes from './side-nav.module.css'
import { useMayOpen, useMenuEntries } from './use-menu-entries.ts'

/** The ways of a wide screen. */
export function SideNav({ onMore }: { onMore: () => void }) {
  const { t } = useLingui()
  const menuEntries = useMenuEntries()
  const mayOpen = useMayOpen()
  const { company } = useAppContext()
  return (
    <nav className={classes.nav} aria-label={t`Main menu`}>
      <Link to="/dashboard" className="brand">
        <BrandMark />
        <span>Risiti</span>
      </Link>
      {company === null ? null : (
        <Link to="/new-invoice" className={classes.new}>
          <Icon name="plus" />
          {t`New invoice`}
        </Link>
      )}
      {[
        menuEntries.dashboard,
        menuEntries.invoices,
        menuEntries.customers,
        menuEntries.products,
        menuEntries.expenses,
        menuEntries.sync,
      ]
        .filter(mayOpen)
        .map((place) => (
          <Link key={place.to} to={place.to} className={classes.way} activeProps={{ 'aria-current': 'page' }}>
            <Icon name={place.icon} />
            {place.name}
          </Link>
        ))}
      <button type="button" className={classes.way} onClick={onMore} aria-haspopup="dialog">
        <Icon name="more" />
        {t`More`}
      </button>
    </nav>
  )
}
