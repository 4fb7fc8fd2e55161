import { useLingui } from '@lingui/react/macro'
import type { InvoiceRow } from '#data/rows.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useSay } from '#i18n/use-say.ts'
import { Icon } from '#ui/icon.tsx'
import type { SaveState } from './use-autosave.ts'

type Props = {
  readonly row: InvoiceRow | undefined
  readonly state: SaveState
  readonly tried: boolean
  readonly refusals: readonly FieldRefusal<string>[]
  readonly general: string | undefined
}

/** What concerns the invoice as a whole: a refusal by the server, a save that failed, missing data. */
export function EditorAlerts({ row, state, tried, refusals, general }: Props) {
  const { t } = useLingui()
  const say = useSay()
  const step = (code: string) => {
    const next = nextStep(code)
    return next && say(next)
  }
  const unsaved = refusals.some((refusal) => refusal.code === 'INVOICE_PRODUCT_NOT_SAVED')
  return (
    <>
      {row?.pending.kind === 'attention' ? (
        <div className="notice" data-tone="bad" role="alert">
          <Icon name="alert" />
          <div>
            <strong>{say(errorMessage(row.pending.code))}</strong>
            {step(row.pending.code)}
          </div>
        </div>
      ) : null}
      {state.kind === 'failed' ? (
        <div className="notice" data-tone="bad" role="alert">
          <Icon name="alert" />
          <div>
            <strong>{row ? t`Invoice not updated` : t`Invoice not saved`}</strong>
            {say(errorMessage(state.code))}. {step(state.code)}
          </div>
        </div>
      ) : null}
      {tried && refusals.length > 0 ? (
        <div className="notice" data-tone="bad" role="alert">
          <Icon name="alert" />
          <div>
            <strong>
              {unsaved
                ? say(errorMessage('INVOICE_PRODUCT_NOT_SAVED'))
                : t({ message: 'This Invoice can`t be send, missing data' })}
            </strong>
            {general}
          </div>
        </div>
      ) : null}
    </>
  )
}
