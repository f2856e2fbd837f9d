export function StatusBar({ status }: Readonly<{ status: { line: number } }>) {
  return <p>{status.line}</p>;
}
