import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FieldRefusal } from '#domain/refusal.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { sendingStep } from '#i18n/sending-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'
import type { SaveState } from './autosave.ts'

type Props = {
  /** Whether it was on this phone before it was opened. */
  readonly exists: boolean
  /** The code of its refusal by the server or the authority. */
  readonly trouble: string | undefined
  readonly state: SaveState
  readonly tried: boolean
  readonly refusals: readonly FieldRefusal<string>[]
  readonly general: ReactNode
}

/** Whether something has to be filled in. All else that is refused is there, and wrong. */
function isMissing({ code }: FieldRefusal<string>): boolean {
  return code.endsWith('_REQUIRED') || code === 'INVOICE_NO_LINES'
}

/** What concerns the invoice as a whole: a refusal by the server, a save that failed, missing data. */
export function EditorAlerts({ exists, trouble, state, tried, refusals, general }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const step = (code: string) => {
    const next = sendingStep(code)
    return next && translate(next)
  }
  const notSavedText = exists ? t`Invoice not updated` : t`Invoice not saved`
  const headline = () => {
    if (refusals.some((refusal) => refusal.code === 'INVOICE_PRODUCT_NOT_SAVED')) {
      return translate(errorMessage('INVOICE_PRODUCT_NOT_SAVED'))
    }
    // Nothing is wrong with the invoice itself: the phone could not store it.
    if (refusals.every((refusal) => refusal.path === '')) return notSavedText
    if (refusals.every((refusal) => refusal.code === 'INVOICE_PAYMENTS_EXCEED_TOTAL')) {
      return translate(errorMessage('INVOICE_PAYMENTS_EXCEED_TOTAL'))
    }
    if (refusals.every((refusal) => refusal.path.startsWith('customer.identification'))) {
      return t`The customer identification number is not valid`
    }
    if (refusals.some(isMissing)) return t({ message: 'This Invoice can`t be send, missing data' })
    return translate(errorMessage(refusals[0]?.code ?? 'UNEXPECTED'))
  }
  return (
    <>
      {trouble ? (
        <div className="notice" data-tone="bad" role="alert">
          <Icon name="alert" />
          <div>
            <strong>{translate(errorMessage(trouble))}</strong>
            {step(trouble)} <HelpLink code={trouble} />
          </div>
        </div>
      ) : null}
      {state.kind === 'failed' ? (
        <div className="notice" data-tone="bad" role="alert">
          <Icon name="alert" />
          <div>
            <strong>{notSavedText}</strong>
            {translate(errorMessage(state.code))}. {step(state.code)} <HelpLink code={state.code} />
          </div>
        </div>
      ) : null}
      {tried && refusals.length > 0 ? (
        <div className="notice" data-tone="bad" role="alert">
          <Icon name="alert" />
          <div>
            <strong>{headline()}</strong>
            {general}
          </div>
        </div>
      ) : null}
    </>
  )
}
