/** Reading a QR code with the camera, where the browser itself can do that. */

interface Detector {
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type Detectors = new (wish: { formats: string[] }) => Detector;

const detectors = (): Detectors | undefined => (globalThis as { BarcodeDetector?: Detectors }).BarcodeDetector;
const OFTEN = 200;

export const canScan = (): boolean => Boolean(detectors() && navigator.mediaDevices?.getUserMedia);

/** Look through the camera until a code is found; returns how to stop. Rejects where there is no camera. */
export async function scan(screen: () => HTMLVideoElement | null, found: (text: string) => void): Promise<() => void> {
  const detector = new (detectors()!)({ formats: ["qr_code"] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
  };
  const look = async (): Promise<void> => {
    const video = screen();
    if (!video) {
      stop();
      return;
    }
    const [code] = await detector.detect(video).catch(() => []);
    if (code) {
      stop();
      found(code.rawValue);
    } else timer = setTimeout(() => void look(), OFTEN);
  };
  const video = screen();
  if (video) {
    video.srcObject = stream;
    await video.play();
  }
  void look();
  return stop;
}
