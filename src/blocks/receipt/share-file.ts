/** Whether this browser can share files with other apps. */
export function canShareFiles(): boolean {
  if (!('canShare' in navigator)) return false
  return navigator.canShare({ files: [new File([], 'receipt.pdf', { type: 'application/pdf' })] })
}

function download(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  URL.revokeObjectURL(url)
}

/**
 * Hands a file to an app that the person chooses, or saves it where the browser cannot share files or refuses because
 * the touch was too long ago. `given-up` when the person closed the choice.
 */
export async function shareFile(file: File): Promise<'shared' | 'saved' | 'given-up'> {
  if (canShareFiles()) {
    try {
      await navigator.share({ files: [file], title: file.name })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'given-up'
    }
  }
  download(file)
  return 'saved'
}
