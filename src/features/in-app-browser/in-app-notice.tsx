import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { browserIntent } from '#domain/devices/in-app-browser.ts'

type Props = { readonly system: 'android' | 'other'; readonly address: Location }

/** Says how to leave the browser inside another app, where sales are not safe and Risiti cannot be installed. */
export function InAppNotice({ system, address }: Props) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard.writeText(address.href).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <div className="alert alert-calm" role="status">
      <strong>{t`You opened Risiti inside another app`}</strong>
      {t`What you save here can be lost when that app is closed. Use Risiti in the browser of your phone.`}{' '}
      {system === 'android' ? (
        <a className="text-button" href={browserIntent(address)}>
          {t`Open in the browser`}
        </a>
      ) : (
        <>
          {t`Tap the three dots, then “Open in browser” or “Open in Safari”.`}{' '}
          <button type="button" className="text-button" onClick={copy}>
            {copied ? t`Address copied` : t`Copy the address`}
          </button>
        </>
      )}
    </div>
  )
}
