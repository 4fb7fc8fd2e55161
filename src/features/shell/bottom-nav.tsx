import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '#app-context/app-context.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './bottom-nav.module.css'
import { type MenuEntry, useMenuEntries } from './use-menu-entries.ts'

function Tab({ place }: { place: MenuEntry }) {
  return (
    <Link to={place.to} className={classes.tab} activeProps={{ 'aria-current': 'page' }}>
      <span className={classes.picture}>
        <Icon name={place.icon} size={22} />
      </span>
      <span className={classes.word}>{place.name}</span>
    </Link>
  )
}

/** The ways of a phone, under the thumb: New stands out in the middle. */
export function BottomNav({ onMore }: { onMore: () => void }) {
  const { t } = useLingui()
  const menuEntries = useMenuEntries()
  const { company } = useAppContext()
  return (
    <nav className={classes.nav} aria-label={t`Main menu`}>
      <Tab place={menuEntries.dashboard} />
      {company === null ? null : (
        <>
          <Tab place={menuEntries.invoices} />
          <Link to="/new-invoice" className={classes.tab} aria-label={t`New invoice`}>
            <span className={classes.new}>
              <Icon name="plus" size={26} />
            </span>
            <span className={classes.word}>{t({ context: 'new invoice, short', message: 'New' })}</span>
          </Link>
          <Tab place={menuEntries.customers} />
        </>
      )}
      <button type="button" className={classes.tab} onClick={onMore} aria-haspopup="dialog">
        <span className={classes.picture}>
          <Icon name="more" size={22} />
        </span>
        <span className={classes.word}>{t`More`}</span>
      </button>
    </nav>
  )
}
