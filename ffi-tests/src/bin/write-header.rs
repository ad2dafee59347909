//! Writes `include/interframe.h`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = ffi_tests::header_path();
    std::fs::create_dir_all(path.parent().ok_or("the header has no folder")?)?;
    std::fs::write(&path, ffi_tests::generate_header()?)?;
    println!("wrote {}", path.display());
    Ok(())
}
