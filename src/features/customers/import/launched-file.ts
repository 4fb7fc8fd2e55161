/** What the browser hands over when a file of the phone is opened with the app (File Handling API). */
type LaunchQueue = {
  setConsumer(take: (launch: { readonly files?: readonly LaunchedFile[] }) => void): void
}
type LaunchedFile = { getFile(): Promise<File> }

function isQueue(value: unknown): value is LaunchQueue {
  return typeof value === 'object' && value !== null && 'setConsumer' in value
}

/** Gives the file that the app was opened with to `take`, also one that was opened before anybody listened. */
export function consumeLaunchedFile(onFile: (file: File) => void): void {
  const queue: unknown = Reflect.get(window, 'launchQueue')
  if (!isQueue(queue)) return
  queue.setConsumer(({ files }) => {
    void files?.[0]?.getFile().then(onFile, () => undefined)
  })
}
