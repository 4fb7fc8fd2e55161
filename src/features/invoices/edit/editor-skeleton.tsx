import { useLingui } from '@lingui/react/macro'
import classes from './skeleton.module.css'

/** The empty layout of the counter, until the phone has read the data. */
export function EditorSkeleton({ isNew }: { isNew: boolean }) {
  const { t } = useLingui()
  return (
    <div className={classes.skeleton} aria-busy="true">
      <h1 className="visually-hidden">{isNew ? t`New invoice` : t`Edit invoice`}</h1>
      {Array.from({ length: 8 }, (_, index) => (
        // Placeholders are identified by their order only.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={classes.place} />
      ))}
    </div>
  )
}
