import { useLingui } from '@lingui/react/macro'
import type { FiscalDeviceView } from '#contract/fiscal-devices.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'

type Props = {
  readonly device: FiscalDeviceView
  /** Why the file was refused with which the company was made. */
  readonly uploadFailure: string | undefined
}

/** What a company still lacks before it can send receipts: the certificate, or its registration. */
export function MissingNotice({ device, uploadFailure }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  if (device.identities.some(({ current }) => current)) return null
  if (device.waiting) {
    return (
      <div className="notice">
        <Icon name="seal" />
        <div>
          <strong>{t`The registration is missing`}</strong>
          {t`The certificate is uploaded. Register the company with TRA now, so that it can send receipts.`}
        </div>
      </div>
    )
  }
  if (uploadFailure !== undefined) {
    return (
      <div className="notice" data-tone="bad" role="alert">
        <Icon name="alert" />
        <div>
          <strong>{t`Company created, but PFX file upload failed.`}</strong>{' '}
          {translate(errorMessage(uploadFailure))}
          <p>{t`Upload the file again here. Nothing else is missing.`}</p>
        </div>
      </div>
    )
  }
  return (
    <div className="notice">
      <Icon name="key" />
      <div>
        <strong>{t`The certificate is missing`}</strong>
        {t`Without a certificate this company cannot send receipts to TRA.`}
      </div>
    </div>
  )
}
