import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { MAX_BARCODE } from '#domain/products/barcode.ts'
import { MAX_CATEGORY_NAME, MAX_SKU, type ProductForm } from '#domain/products/check-product.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Switch } from '#ui/switch/switch.tsx'

const ScanBarcode = lazyComponent(
  async () => (await import('../scan-barcode/scan-barcode-sheet.tsx')).ScanBarcodeSheet,
)

type Props = {
  readonly form: ProductForm
  readonly errorAt: (path: string) => ReactNode
  /** Categories the shop uses already, suggested while one is typed. */
  readonly categories: readonly string[]
  readonly onChange: (changed: Partial<ProductForm>) => void
}

/** What a product may have besides its price: codes, category, first at the counter. Closed while nothing is in it. */
export function MoreFields({ form, errorAt, categories, onChange }: Props) {
  const { t } = useLingui()
  const list = useId()
  const [scanning, setScanning] = useState(false)
  const { barcode = '', sku = '', category = '', favourite = false } = form
  const [filled] = useState(barcode !== '' || sku !== '' || category !== '' || favourite)
  const wrong = ['barcode', 'sku', 'category'].some((path) => errorAt(path) !== undefined)
  return (
    <details {...(filled || wrong ? { open: true } : {})}>
      <summary style={{ minHeight: '3rem', paddingBlock: '0.75rem', cursor: 'pointer' }}>
        {t`Barcode, category and more`}
      </summary>
      <div className="stack">
        <TextInput
          label={t`Barcode`}
          description={t`Optional`}
          value={barcode}
          maxLength={MAX_BARCODE}
          onChange={(event) => onChange({ barcode: event.currentTarget.value })}
          // A scanner ends each code with Enter, and the form is not complete then.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
          error={errorAt('barcode')}
          autoComplete="off"
        />
        <Button variant="default" onClick={() => setScanning(true)}>
          {t`Scan the barcode with the camera`}
        </Button>
        <TextInput
          label={t`Stock number (SKU)`}
          description={t`Optional`}
          value={sku}
          maxLength={MAX_SKU}
          onChange={(event) => onChange({ sku: event.currentTarget.value })}
          error={errorAt('sku')}
          autoComplete="off"
        />
        <TextInput
          label={t`Category`}
          description={t`For example drinks or soap. Optional`}
          value={category}
          maxLength={MAX_CATEGORY_NAME}
          onChange={(event) => onChange({ category: event.currentTarget.value })}
          error={errorAt('category')}
          autoComplete="off"
          list={list}
        />
        <datalist id={list}>
          {categories.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <Switch
          label={t`Favourite: shown first at the counter`}
          on={favourite}
          onChange={(on) => onChange({ favourite: on })}
        />
      </div>
      {scanning ? (
        <Suspense>
          <ScanBarcode
            onCode={(code) => {
              onChange({ barcode: code })
              setScanning(false)
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      ) : null}
    </details>
  )
}
