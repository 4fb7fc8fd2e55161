import { useLingui } from '@lingui/react/macro'
import { isOddDeviceSerial } from '#domain/identity/device-serial.ts'

/** A warning below the field of a device serial that is accepted but has an unusual length. */
export function SerialHint({ serial }: { readonly serial: string }) {
  const { t } = useLingui()
  return isOddDeviceSerial(serial) ? (
    <p className="dim small" role="status">
      {t`A serial number of TRA usually has 10 letters and digits. Please check it.`}
    </p>
  ) : null
}
