import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as image from "@/lib/image";
import { ImageUpload } from "@/ui/image-upload";
import { server } from "../../test/server";

const photo = (name: string, type = "image/png") => new File(["x"], name, { type });

function Example({ start = [] }: { start?: string[] }) {
  const [urls, setUrls] = useState(start);
  return <ImageUpload value={urls} onChange={setUrls} />;
}

const picker = () => screen.getByLabelText("Adicionar imagens", { selector: "input" });

beforeEach(() => {
  // jsdom decodes no pictures.
  vi.spyOn(image, "resizeImage").mockImplementation(async (file) => file);
});

describe("ImageUpload", () => {
  it("sends several files at once and shows them", async () => {
    let sent: FormDataEntryValue[] = [];
    server.use(
      http.post("/api/upload/images", async ({ request }) => {
        sent = (await request.formData()).getAll("images");
        return HttpResponse.json({ success: true, files: [{ url: "/m/a.jpg" }, { url: "/m/b.jpg" }], count: 2 });
      }),
    );
    render(<Example start={["/m/0.jpg"]} />);
    await userEvent.upload(picker(), [photo("a.png"), photo("b.png")]);
    expect(await screen.findByRole("img", { name: "Imagem 3" })).toHaveAttribute("src", "/m/b.jpg");
    expect(sent).toHaveLength(2);
    expect(screen.getByRole("status")).toHaveTextContent("Upload concluído");
  });

  it("removes one", async () => {
    render(<Example start={["/m/a.jpg", "/m/b.jpg"]} />);
    await userEvent.click(screen.getByRole("button", { name: "Remover imagem 1" }));
    expect(screen.getByRole("img", { name: "Imagem 1" })).toHaveAttribute("src", "/m/b.jpg");
  });

  it("refuses what is no picture, sending nothing", async () => {
    render(<Example />);
    await userEvent.setup({ applyAccept: false }).upload(picker(), [photo("a.txt", "text/plain")]);
    expect(screen.getByRole("status")).toHaveTextContent("Erro no uploadUm ou mais arquivos não são imagens válidas.");
  });

  it("'the add button is disabled at the maximum'", () => {
    render(<Example start={Array.from({ length: 10 }, (_, index) => `/m/${index}.jpg`)} />);
    expect(picker()).toBeDisabled();
  });

  it("says why a send failed", async () => {
    server.use(
      http.post("/api/upload/images", () => HttpResponse.json({ message: "Imagem corrompida" }, { status: 400 })),
    );
    render(<Example />);
    await userEvent.upload(picker(), [photo("a.png")]);
    expect(await screen.findByText("Imagem corrompida")).toBeInTheDocument();
  });
});
