import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { NumberingDialog } from './numbering-dialog.tsx'
import { ResolveButton } from './resolve-button.tsx'
import classes from './sync.module.css'
import { useSyncContainer } from './sync-container.ts'
import { type FiscalStatus, useFiscalDevice } from './use-fiscal-device.ts'

/** The code whose texts describe a device that may not send. */
const CODE_OF_STATE: Record<Exclude<FiscalStatus['state'], 'active'>, string> = {
  blocked: 'COMPANY_BLOCKED_BY_TRA',
  stopped: 'TRA_CERTIFICATE_REFUSED',
  ended: 'TRA_REGISTRATION_ENDED',
  held: 'FISCAL_NUMBERING_HELD',
}

/** What blocks all receipts of the company, for a user who may act on it: the reason, and what resolves it. */
export function FiscalPanel() {
  const { t } = useLingui()
  const translate = useTranslate()
  const { close: closeContainer } = useSyncContainer()
  const device = useFiscalDevice()
  const status = device?.status
  if (!status) return null
  const missing = status.troubled?.filter((receipt) => receipt.delivery === 'missing') ?? []
  if (status.state === 'active' && missing.length === 0) return null
  const code = status.state === 'active' ? undefined : CODE_OF_STATE[status.state]
  const step = code === undefined ? undefined : nextStep(code)
  const { hold } = status
  return (
    <section className="stack" aria-labelledby="fiscal-device">
      <h2 className="section-title" id="fiscal-device">
        {t`Receipts and TRA`}
      </h2>
      {code ? (
        <article className="card stack" data-refused>
          <div className={classes.head}>
            <Icon name="alert" />
            <div className={classes.words}>
              <strong>
                {status.state === 'stopped'
                  ? t`TRA stopped accepting receipts`
                  : translate(errorMessage(code))}
              </strong>
              {status.reason && status.state !== 'held' ? (
                <span className="small">TRA: {status.reason}</span>
              ) : null}
              {step ? <span>{translate(step)}</span> : null}
              <span className="dim small">
                <Plural
                  value={status.waitingReceipts}
                  one="# receipt waiting for TRA"
                  other="# receipts waiting for TRA"
                />
              </span>
            </div>
          </div>
          {hold ? (
            <ul className={classes.facts}>
              <li>
                <Plural
                  value={hold.devicesAwaited}
                  _0="All phones have connected"
                  one="# phone has not connected yet"
                  other="# phones have not connected yet"
                />
              </li>
              <li>
                <Plural
                  value={hold.missing.length}
                  _0="No receipt number is missing"
                  one="# receipt number is missing"
                  other="# receipt numbers are missing"
                />
              </li>
            </ul>
          ) : null}
          <div className={classes.buttons}>
            <ResolveButton code={code} subject={undefined} />
          </div>
        </article>
      ) : null}
      {missing.map((receipt) => (
        <article key={receipt.invoiceId} className="card stack">
          <div className={classes.head}>
            <Icon name="alert" />
            <div className={classes.words}>
              <strong>{receipt.rctvnum}</strong>
              <span>{translate(errorMessage('TRA_RECEIPT_MISSING'))}</span>
              <Link to={`/invoice/${receipt.invoiceId}`} onClick={closeContainer} className="link-button">
                {t`Open the invoice`}
              </Link>
            </div>
          </div>
        </article>
      ))}
      {hold ? <NumberingDialog hold={hold} /> : null}
    </section>
  )
}
