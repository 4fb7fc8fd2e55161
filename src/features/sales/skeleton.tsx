import classes from './sales.module.css'

/** No figures are shown before they are read: a wrong sum is worse than none. */
export function Skeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <span />
      <span />
      <span />
    </div>
  )
}
