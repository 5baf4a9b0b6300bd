import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { isSessionOver, sessionIsBack } from "@/lib/held-page";
import { useHeldPage } from "@/lib/use-held-page";
import { ImagePicker } from "@/ui/image-picker";
import { renderScreen, signIn } from "../../test/render";
import { server } from "../../test/server";

// jsdom draws no pictures.
beforeEach(() => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 1600, height: 1200, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as unknown as ImageBitmapRenderingContext);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(new Blob(["jpeg"])));
});

function Picker({ initial = [] }: { initial?: string[] }) {
  const [urls, setUrls] = useState(initial);
  return (
    <>
      <ImagePicker value={urls} onChange={setUrls} />
      <output aria-label="Ordem">{urls.join(" ")}</output>
    </>
  );
}

const picture = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: "image/png" });
const order = () => screen.getByLabelText("Ordem").textContent;
const toastText = () => document.getElementById("toasts")?.textContent ?? "";

test("pictures are sent together and their addresses added once", async () => {
  server.use(
    http.post("/api/upload/images", () =>
      HttpResponse.json({ success: true, files: [{ url: "/b.jpg" }, { url: "/a.jpg" }], count: 2, message: "" }),
    ),
  );
  const user = userEvent.setup();
  renderScreen(<Picker initial={["/a.jpg"]} />);
  await user.upload(screen.getByLabelText("Adicionar imagens"), [picture("1.png"), picture("2.png")]);
  await screen.findByAltText("Imagem 2");
  expect(order()).toBe("/a.jpg /b.jpg");
  expect(toastText()).toContain("Upload concluído");
});

test("the first picture is the cover; they are moved and removed", async () => {
  const user = userEvent.setup();
  renderScreen(<Picker initial={["/a.jpg", "/b.jpg", "/c.jpg"]} />);
  await user.click(screen.getByRole("button", { name: "Mover imagem 3 para antes" }));
  expect(order()).toBe("/a.jpg /c.jpg /b.jpg");
  await user.click(screen.getByRole("button", { name: "Mover imagem 1 para depois" }));
  expect(order()).toBe("/c.jpg /a.jpg /b.jpg");
  await user.click(screen.getByRole("button", { name: "Remover imagem 2" }));
  expect(order()).toBe("/c.jpg /b.jpg");
  expect(screen.getByRole("button", { name: "Mover imagem 1 para antes" })).toBeDisabled();
});

test.each([
  ["other files", [new File(["x"], "a.txt", { type: "text/plain" })], "Um ou mais arquivos não são imagens válidas."],
  ["large ones", [picture("a.png", 5 * 1024 * 1024 + 1)], "Uma ou mais imagens excedem o tamanho máximo de 5MB."],
])("%s are refused with the documented text", async (_name, files, text) => {
  const user = userEvent.setup({ applyAccept: false });
  renderScreen(<Picker />);
  await user.upload(screen.getByLabelText("Adicionar imagens"), files);
  expect(toastText()).toBe(`Erro no upload${text}`);
  expect(order()).toBe("");
});

test("the add button is disabled at the maximum", () => {
  renderScreen(<Picker initial={Array.from({ length: 10 }, (_, n) => `/${n}.jpg`)} />);
  expect(screen.getByLabelText("Adicionar imagens")).toBeDisabled();
});

test.each([
  [
    "in the server's words",
    () => HttpResponse.json({ message: "Imagem corrompida" }, { status: 400 }),
    "Imagem corrompida",
  ],
  ["by its status where there are none", () => new HttpResponse("<html>", { status: 413 }), "Erro no upload: 413"],
])("why a send failed is told %s", async (_name, answer, text) => {
  server.use(http.post("/api/upload/images", answer));
  const user = userEvent.setup();
  renderScreen(<Picker />);
  await user.upload(screen.getByLabelText("Adicionar imagens"), picture("a.png"));
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(order()).toBe("");
});

test("as many pictures are taken as the page says, and no more", async () => {
  const user = userEvent.setup();
  renderScreen(<ImagePicker value={["/a.jpg"]} onChange={() => undefined} limits={{ maxImages: 2, maxImageMb: 5 }} />);
  await user.upload(screen.getByLabelText("Adicionar imagens"), [picture("1.png"), picture("2.png")]);
  expect(toastText()).toBe("Erro no uploadNo máximo 2 imagens por conta.");
});

test("a session that is over is told on the page that holds something", async () => {
  signIn();
  server.use(http.post("/api/upload/images", () => HttpResponse.json({ message: "Sessão" }, { status: 401 })));
  const Held = () => {
    useHeldPage(true);
    return <Picker />;
  };
  const user = userEvent.setup();
  renderScreen(<Held />);
  await user.upload(screen.getByLabelText("Adicionar imagens"), [picture("1.png")]);
  await waitFor(() => expect(isSessionOver()).toBe(true));
  sessionIsBack();
});
