import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { findFileContent } from '#data/files.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { Icon } from '#ui/icon.tsx'

type Props = {
  readonly file: ExpenseFile
  readonly alt: string
  readonly className?: string | undefined
}

/** A picture that is on this phone; an icon of a page for a PDF, or for a picture that is not here. */
export function FilePicture({ file: { sha256, type }, alt, className }: Props) {
  const { db } = useAppContext()
  const bytes = useLiveQuery(() => findFileContent(db, sha256), [db, sha256])
  const image = useRef<HTMLImageElement>(null)
  const shown = bytes !== undefined && type !== 'application/pdf'
  useEffect(() => {
    if (!bytes || !image.current) return undefined
    const address = URL.createObjectURL(new Blob([bytes], { type }))
    image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [bytes, type])
  return shown ? <img ref={image} alt={alt} className={className} /> : <Icon name="paper" size={24} />
}
