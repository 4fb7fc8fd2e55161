import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type MenuEntry, useMenu } from '#app-context/use-menu.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './bottom-nav.module.css'
import { useLayoutName, useSells } from './use-layout-name.ts'

/** As many as fit beside *New* and *More* at 320 px. */
const TABS = 3
/** Without *New* there is space for one more. */
const TABS_WITHOUT_NEW = 4

/** How many menu entries are tabs; the others are behind *More*. */
export function tabCount(sells: boolean): number {
  return sells ? TABS : TABS_WITHOUT_NEW
}

function Tab({ place }: { place: MenuEntry }) {
  return (
    // What the place needs is read while the finger is still on the tab.
    <Link to={place.to} className={classes.tab} activeProps={{ 'aria-current': 'page' }} preload="intent">
      <span className={classes.picture}>
        <Icon name={place.icon} size={22} />
      </span>
      <span className={classes.word}>{place.label}</span>
    </Link>
  )
}

/** The bottom navigation of a phone, with a larger *New* in the middle. */
export function BottomNav({ onMore }: { onMore: () => void }) {
  const { t } = useLingui()
  const sells = useSells()
  const name = useLayoutName()
  const tabs = useMenu().places.slice(0, tabCount(sells))
  const tab = (place: MenuEntry) => <Tab key={place.to} place={place} />
  return (
    <nav className={classes.nav} aria-label={name}>
      {tabs.slice(0, sells ? 2 : undefined).map(tab)}
      {sells ? (
        <>
          <Link to="/new-invoice" className={classes.tab} aria-label={t`New invoice`}>
            <span className={classes.new}>
              <Icon name="plus" size={26} />
            </span>
            <span className={classes.word}>{t({ context: 'new invoice, short', message: 'New' })}</span>
          </Link>
          {tabs.slice(2).map(tab)}
        </>
      ) : null}
      <button type="button" className={classes.tab} onClick={onMore} aria-haspopup="dialog">
        <span className={classes.picture}>
          <Icon name="more" size={22} />
        </span>
        <span className={classes.word}>{t`More`}</span>
      </button>
    </nav>
  )
}
