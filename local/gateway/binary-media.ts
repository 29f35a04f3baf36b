/** Whether a content type is among the media types that an API declares as binary. */
export function isBinary(contentType: string, binaryMediaTypes: string[]): boolean {
  const [essence = ''] = contentType.toLowerCase().split(';');
  const type = essence.trim();
  return binaryMediaTypes.some((declared) => {
    const pattern = declared.toLowerCase().replaceAll('~1', '/');
    if (pattern === '*/*') return true;
    return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
  });
}
