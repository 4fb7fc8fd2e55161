import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLayout, useMenu } from '#app-context/use-menu.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { Icon } from '#ui/icon.tsx'
import classes from './side-nav.module.css'
import { useLayoutName, useSells } from './use-layout-name.ts'

/** The navigation of a wide screen. */
export function SideNav({ onMore }: { onMore: () => void }) {
  const { t } = useLingui()
  const sells = useSells()
  const layout = useLayout()
  const name = useLayoutName()
  return (
    <nav className={classes.nav} aria-label={name}>
      <Link to="/dashboard" className="brand">
        <BrandMark />
        <span>Risiti</span>
      </Link>
      {layout === 'app' ? null : <p className={classes.frame}>{name}</p>}
      {sells ? (
        <Link to="/new-invoice" className={classes.new}>
          <Icon name="plus" />
          {t`New invoice`}
        </Link>
      ) : null}
      {useMenu().places.map((place) => (
        <Link key={place.to} to={place.to} className={classes.way} activeProps={{ 'aria-current': 'page' }}>
          <Icon name={place.icon} />
          {place.label}
        </Link>
      ))}
      <button type="button" className={classes.way} onClick={onMore} aria-haspopup="dialog">
        <Icon name="more" />
        {t`More`}
      </button>
    </nav>
  )
}
