import { useLingui } from '@lingui/react/macro'
import { ReceiptPaper } from '#blocks/receipt/receipt-paper.tsx'
import { type ReceiptView, useReceiptLines } from '#blocks/receipt/use-receipt.ts'
import { isCopy } from '#data/receipt-copies.ts'
import classes from './receipt.module.css'

/** The receipt on the screen; its code links to the authority's page. */
export function ReceiptPreview({ view }: { view: ReceiptView }) {
  const { t } = useLingui()
  const lines = useReceiptLines(view, isCopy(view.handovers))
  return (
    <div className={classes.paper}>
      <ReceiptPaper
        lines={lines}
        size="screen"
        label={t`Receipt`}
        qrLabel={t`QR code to verify this receipt`}
        wrapQr={(code, url) => (
          <a
            className={classes.qr}
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={t`Verify this receipt at TRA`}
          >
            {code}
          </a>
        )}
      />
    </div>
  )
}
