import { useLingui } from '@lingui/react/macro'
import { Icon } from '#ui/icon.tsx'
import classes from './catalogue-list.module.css'
import { LowStock } from './low-stock.tsx'

type Props = {
  readonly pending: 'none' | 'waiting' | 'attention'
  readonly low?: boolean | undefined
  readonly inactive?: boolean | undefined
}

/** What a person has to know of a record besides its fields: not sent yet, refused, low, switched off. */
export function RecordMarks({ pending, low, inactive }: Props) {
  const { t } = useLingui()
  return (
    <>
      {pending === 'none' ? null : (
        <span className={classes.pending} data-tone={pending}>
          <Icon name={pending === 'waiting' ? 'clock' : 'alert'} size={15} />
          {pending === 'waiting' ? t`Not sent yet` : t`Check this`}
        </span>
      )}
      {low ? <LowStock /> : null}
      {inactive ? (
        <span className={classes.pending}>
          <Icon name="ban" size={15} />
          {t({ context: 'record', message: 'Inactive' })}
        </span>
      ) : null}
    </>
  )
}
